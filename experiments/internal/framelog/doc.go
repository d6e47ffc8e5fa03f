// Package framelog keeps append-only logs that survive a kill at any moment, and
// tell the trace of a crash from damage.
//
// A log is a file of frames, each written and synced as a whole before the next:
//
//	magic, length of the payload, CRC of the payload, CRC of these 12 bytes, payload
//
// in little-endian 32-bit words; the CRC is CRC-32C. The payload of the first frame
// is the [Head]. Since a frame is begun only after the one before is durable,
// damage with a valid frame behind it cannot come from a crash; damage at the end
// is what a crash leaves of a frame that nobody was told is durable.
//
// [Open] begins or continues a log, [Scan] reads one without changing it. What the
// payloads mean is up to the caller.
package framelog
