// Package spec reads the YAML file that describes an experiment.
//
// Read gives a [Spec] whose every field is checked, or an [Errors] that names
// each fault with file, line and column, so that a user mends the file in one go.
// What a kind of model accepts is not known here: its options stay in [Model]
// until the runner decodes them with [Model.Decode], which is as strict.
package spec
