package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a command line before its other arguments, the
// only order that urfave/cli v2 reads; people write them in any order. What
// follows a "--" stays as it is.
func flagsFirst(app *cli.App, args []string) []string {
	if len(args) == 0 {
		return args
	}
	out, rest := args[:1:1], args[1:]
	if len(rest) > 1 && rest[0] == "help" { // "help check metamath" is "check metamath --help"
		rest = append(slices.Clone(rest[1:]), "--help")
	}
	var flags []cli.Flag
	for commands := app.Commands; len(rest) > 0; {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(rest[0]) })
		if i < 0 {
			break
		}
		out = append(out, rest[0])
		rest, flags, commands = rest[1:], commands[i].Flags, commands[i].Subcommands
	}
	var plain []string
	for len(rest) > 0 {
		arg := rest[0]
		rest = rest[1:]
		switch {
		case arg == "--":
			return append(append(append(out, arg), plain...), rest...)
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			plain = append(plain, arg)
		default:
			out = append(out, arg)
			if takesValue(flags, arg) && len(rest) > 0 {
				out = append(out, rest[0])
				rest = rest[1:]
			}
		}
	}
	return append(out, plain...)
}

// takesValue tells whether the value of a flag is the next argument.
func takesValue(flags []cli.Flag, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	if strings.Contains(name, "=") {
		return false
	}
	for _, f := range flags {
		if _, isBool := f.(*cli.BoolFlag); !isBool && slices.Contains(f.Names(), name) {
			return true
		}
	}
	return false
}
