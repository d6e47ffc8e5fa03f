package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// build is what the binary knows of its own making.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

func readBuild() build {
	b := build{Version: "devel", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func versionString() string { return readBuild().Version }

func versionCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version and what it was built with",
		Description: "Example:\n\n   proofgrid version --json",
		Flags:       []cli.Flag{jsonFlag},
		Action: func(c *cli.Context) error {
			b := readBuild()
			if c.Bool("json") {
				return printJSON(p.Out, b)
			}
			modified := ""
			if b.Modified {
				modified = " (modified)"
			}
			fmt.Fprintf(p.Out, "proofgrid %s %s%s %s %s/%s\n", b.Version, b.Revision, modified, b.Go, b.OS, b.Arch)
			return nil
		},
	}
}
