// Package dataset is what every task format has in common: a [Source] of tasks
// and the [Finding]s that its reader made. Each format is a package below, whose
// reader returns a Source; package plan opens them by the name of the format.
package dataset
