package lean

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary stand in for lean and for the REPL. What it is to do is
// said by a candidate in a comment: -- do: WORD ARGUMENT.
func TestMain(m *testing.M) {
	switch os.Getenv("STANDIN") {
	case "lean":
		os.Exit(standInLean(os.Args[1:]))
	case "repl":
		os.Exit(standInREPL())
	}
	os.Exit(m.Run())
}

// program writes a script that runs this binary as the stand-in of that name.
func program(t *testing.T, dir, name string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	script := fmt.Sprintf("#!/bin/sh\nSTANDIN=%s STANDIN_LOG=%s exec %s \"$@\"\n", name, filepath.Join(dir, "log"), self)
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

var (
	order    = regexp.MustCompile(`-- do: (\w+) ?([^\n]*)`)
	question = regexp.MustCompile(`^#print axioms (\S+)`)
)

// orders returns what a text tells the stand-in to do, in two parts.
func orders(src string) (string, string) {
	if m := order.FindStringSubmatch(src); m != nil {
		return m[1], m[2]
	}
	return "", ""
}

// misbehave does what no checker should, and reports whether it was told to.
func misbehave(do string) {
	switch do {
	case "hang":
		time.Sleep(time.Hour)
	case "hoard":
		b := make([]byte, 300<<20)
		for i := range b {
			b[i] = 1
		}
		time.Sleep(time.Hour)
		fmt.Print(b[0])
	case "crash":
		os.Stderr.WriteString("Stack overflow detected. Aborting.\n")
		os.Exit(134)
	case "flood":
		line := strings.Repeat("x", 1<<16) + "\n"
		for {
			if _, err := os.Stdout.WriteString(line); err != nil {
				os.Exit(1)
			}
		}
	case "garbage":
		fmt.Print("\x00\xff{]]] this is no JSON\n\n")
	}
}

// messages says what Lean would about a text.
func messages(src, do, argument string) (out []map[string]any, failed bool) {
	at := func(line, column int) map[string]any { return map[string]any{"line": line, "column": column} }
	for n, line := range strings.Split(src, "\n") {
		if strings.Contains(line, "-- do: ") {
			switch do {
			case "error":
				out = append(out, map[string]any{"severity": "error", "kind": "[anonymous]", "data": strings.ReplaceAll(argument, `\n`, "\n"), "pos": at(n+1, 2), "endPos": at(n+1, 4)})
				failed = true
			case "sorry":
				out = append(out, map[string]any{"severity": "warning", "kind": "hasSorry", "data": "declaration uses ‘sorry’ said anew", "pos": at(n+1, 0), "endPos": at(n+1, 4)})
			case "fake": // prints an answer of its own, elsewhere
				out = append(out, map[string]any{"severity": "info", "data": "'x' does not depend on any axioms", "pos": at(n+1, 0), "endPos": at(n+1, 4)})
			}
		}
		if m := question.FindStringSubmatch(line); m != nil && do != "silent" && do != "fake" {
			data := fmt.Sprintf("'Shop.%s' does not depend on any axioms", m[1])
			if do == "axioms" {
				data = fmt.Sprintf("'%s' depends on axioms: [%s]", m[1], strings.ReplaceAll(argument, ", ", ",\n "))
			}
			if do == "other" {
				data = "'something' does not depend on any axioms"
			}
			out = append(out, map[string]any{"severity": "info", "kind": "[anonymous]", "data": data, "pos": at(n+1, 0), "endPos": at(n+1, 6)})
			if do == "twice" {
				out = append(out, out[len(out)-1])
			}
		}
	}
	return out, failed
}

func standInLean(args []string) int {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Println("Lean (version 4.99.0, made-up, commit 0, Release)")
		return 0
	}
	b, err := os.ReadFile(args[len(args)-1])
	if err != nil || args[0] != "--json" {
		return 2
	}
	note("file")
	do, argument := orders(string(b))
	if rest, ok := strings.CutPrefix(do, "file_"); ok {
		do = rest
	}
	misbehave(do)
	out, failed := messages(string(b), do, argument)
	w := bufio.NewWriter(os.Stdout)
	for _, m := range out {
		line, _ := json.Marshal(m)
		fmt.Fprintf(w, "%s\n", line)
	}
	fmt.Fprintln(w, "info: a line that is no message")
	w.Flush()
	if failed || do == "exit" {
		return 1
	}
	return 0
}

// note adds a line to the stand-in's log.
func note(what string) {
	f, err := os.OpenFile(os.Getenv("STANDIN_LOG"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err == nil {
		fmt.Fprintln(f, what)
		f.Close()
	}
}

func standInREPL() int {
	note("repl")
	in := bufio.NewReader(os.Stdin)
	env, state := -1, -1
	for {
		var request []byte
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return 0
			}
			if len(bytes.TrimSpace(line)) == 0 {
				break
			}
			request = append(request, line...)
		}
		var q struct {
			Cmd, Tactic string
			ProofState  *int
			Env         *int
		}
		if err := json.Unmarshal(request, &q); err != nil {
			fmt.Print("{\"message\": \"Could not parse JSON\"}\n\n")
			continue
		}
		reply := map[string]any{}
		do, argument := orders(q.Cmd + q.Tactic)
		misbehave(do)
		if q.Tactic != "" {
			note("tactic " + q.Tactic)
			state++
			reply["proofState"], reply["goals"], reply["proofStatus"] = state, []string{"⊢ after " + q.Tactic}, "Incomplete: open goals remain"
			switch q.Tactic {
			case "fail":
				reply = map[string]any{"message": "Lean error:\nno"}
			case "done":
				reply["goals"], reply["proofStatus"] = []string{}, "Completed"
			case "hollow":
				reply["goals"], reply["proofStatus"] = []string{}, "Incomplete: contains metavariable(s)"
			}
		} else {
			note("cmd")
			env++
			reply["env"] = env
			if do == "wrongenv" {
				reply["env"] = env + 7
			}
			if m, _ := messages(q.Cmd, do, argument); len(m) > 0 {
				reply["messages"] = m
			}
			if i := strings.Index(q.Cmd, "  sorry\n"); i >= 0 {
				state++
				reply["sorries"] = []any{map[string]any{"proofState": state, "goal": "⊢ root", "pos": map[string]int{"line": 1 + strings.Count(q.Cmd[:i], "\n"), "column": 2}}}
			}
		}
		b, _ := json.MarshalIndent(reply, "", " ")
		b = append(b, "\n\n"...)
		if do == "split" {
			for chunk := range slices.Chunk(b, 7) {
				os.Stdout.Write(chunk)
				time.Sleep(time.Millisecond)
			}
			continue
		}
		os.Stdout.Write(b)
	}
}
