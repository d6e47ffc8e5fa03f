package toplevel

import (
	"reflect"
	"strings"
	"testing"
)

func TestParsePrompt(t *testing.T) {
	for text, want := range map[string]Prompt{
		"Coq < 1 || 0 < ":                    {State: 1},
		"foo < 12 |foo| 0 < ":                {State: 12, Open: []string{"foo"}},
		"bar < 7 |bar|foo'| 3 < ":            {State: 7, Open: []string{"bar", "foo'"}},
		"été < 2 |été| 0 < ":                 {State: 2, Open: []string{"été"}},
		"Rocq < 3 || 0 < ":                   {State: 3},
		"Coq < one || 0 < ":                  {State: -1},
		"Coq":                                {State: -1},
		"":                                   {State: -1},
		"Coq < 1 | 0 < ":                     {State: -1},
		"Coq < 99999999999999999999 || 0 < ": {State: -1},
	} {
		got, err := parsePrompt(text)
		if (err != nil) != (want.State < 0) || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
}

const answered = "</prompt>Toplevel input, characters 6-9:\n> Check NAME.\n>       ^^^\nError: The reference NAME was not found in the current environment.\n\n<prompt>foo < 5 |foo| 0 < </prompt>"

func TestParseAnswer(t *testing.T) {
	out := "<infomsg>a\n<prompt>Coq < 9 || 0 < </prompt></infomsg>\n\n<prompt>foo < 5 |foo| 0 < " + answered
	a, ok, err := parseAnswer([]byte(out), "NAME")
	if err != nil || !ok || a.prompt.State != 5 || a.after.State != 5 || !strings.HasPrefix(a.text, "<infomsg>a") {
		t.Errorf("%+v %v %v", a, ok, err)
	}
	for i := range out {
		if _, ok, _ := parseAnswer([]byte(out[:i]), "NAME"); ok {
			t.Fatalf("taken for whole after %d of %d bytes", i, len(out))
		}
	}
	if _, ok, err := parseAnswer([]byte("no prompt "+answered[len("</prompt>"):]), "NAME"); !ok || err == nil {
		t.Errorf("an answer without a prompt: %v %v", ok, err)
	}
}

func TestParseError(t *testing.T) {
	for text, want := range map[string]Error{
		"Toplevel input, characters 12-14:\n> ...\n>  ^^\nError: No such thing.": {"No such thing.", 2, 4},
		"<infomsg>Error: no</infomsg>\nError:\nSyntax error: x.\n":               {"Syntax error: x.", 0, 0},
		"Toplevel input, characters 10-99:\n> a\nError: long":                    {"long", 0, 20},
		"Toplevel input, characters x-y:\nError: odd":                            {"odd", 0, 0},
		"": {},
	} {
		if got := parseError(text, 10, 20); *got != want {
			t.Errorf("%q: %+v", text, *got)
		}
	}
}

func FuzzParseAnswer(f *testing.F) {
	f.Add("x\n<prompt>foo < 5 |foo| 0 < " + answered)
	f.Fuzz(func(t *testing.T, out string) {
		parseAnswer([]byte(out), "NAME")
		parseError(out, 3, 10)
	})
}
