package quickstart

import "embed"

// Name is the database's file name in FS.
const Name = "quickstart.mm"

// FS holds the database, which includes no other file.
//
//go:embed quickstart.mm
var FS embed.FS
