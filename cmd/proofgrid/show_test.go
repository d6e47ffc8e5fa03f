package main

import "testing"

func TestVisibleTextDoesNothingToATerminal(t *testing.T) {
	for in, want := range map[string]string{
		"plain αβ →\n\tx":     "plain αβ →\n\tx",
		"\x1b[31mred\x07\r":   `\x1b[31mred\x07\x0d`,
		"\u009b2J\u202ea\x00": `\x9b2J\u202ea\x00`,
		"\xff\xfe\uFFFD":      `\xff\xfe` + "\uFFFD",
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
}
