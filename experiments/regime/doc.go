// Package regime decides what context a model is shown for a task.
package regime
