// Package lock keeps a folder to one process at a time. The operating system drops
// a lock with the process however that ends, so no lock is ever stale; the text in
// the lock's file only names the holder.
package lock
