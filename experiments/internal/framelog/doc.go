// Package framelog keeps append-only logs that survive a kill at any moment, and
// tell the trace of a crash from damage.
//
// A log is a file of frames, each written as a whole behind the one before:
//
//	magic, length of the payload, CRC of the payload, CRC of these 12 bytes, payload
//
// in little-endian 32-bit words; the CRC is CRC-32C. The payload of the first frame
// is the [Head].
//
// A frame is written at once, and becomes durable, maybe with others, by a sync. It
// says up to where the log was durable when it was begun: by its magic, PgG1, that
// all before it was, or, with the magic PgG2, by a 64-bit offset that goes before the
// payload and counts as part of it. So damage that a later frame calls durable
// cannot come from a crash; other damage is what a crash leaves of frames that nobody
// was told are durable.
//
// [Open] begins or continues a log, [Scan] reads one without changing it. What the
// payloads mean is up to the caller.
package framelog
