// Package record defines the rows of an experiment's tables and reads and
// writes them as Arrow IPC files. It is the one place that imports Arrow.
package record
