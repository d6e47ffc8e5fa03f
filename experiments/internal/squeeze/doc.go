// Package squeeze compresses texts that are kept on disk, one by one (zstd).
package squeeze
