package regime

import (
	"strings"
	"testing"
)

func TestCanonicalNames(t *testing.T) {
	for name, want := range map[string]Params{
		"none":                         {Kind: None},
		"curated":                      {Kind: Curated},
		"curated@8000":                 {Kind: Curated, Window: 8000},
		"full":                         {Kind: Full},
		"full@128000":                  {Kind: Full, Window: 128000},
		"retrieved-0":                  {Kind: Retrieved},
		"retrieved-20":                 {Kind: Retrieved, M: 20},
		"retrieved-20+inject":          {Kind: Retrieved, M: 20, Inject: true},
		"retrieved-20+inject@4000":     {Kind: Retrieved, M: 20, Inject: true, Window: 4000},
		"same-file@10":                 {Kind: SameFile, Window: 10},
		"same-section":                 {Kind: SameSection},
		"curated+same-file":            {Kind: Curated, File: true},
		"full+same-file@8":             {Kind: Full, File: true, Window: 8},
		"retrieved-3+inject+same-file": {Kind: Retrieved, M: 3, Inject: true, File: true},
	} {
		p, err := Parse(name)
		if err != nil || p != want || p.String() != name {
			t.Errorf("Parse(%q) = %+v, %v; prints %q", name, p, err, p)
		}
	}
	for name, part := range map[string]string{
		"": "no such regime", "ful": "known are", "full+inject": "only retrieved", "none@8": "none", "retrieved": "retrieved-20",
		"retrieved20": "retrieved-20", "retrieved--1": "retrieved-20", "retrieved-020": "retrieved-20", "retrieved-+2": "retrieved-20",
		"none+same-file": "take +same-file", "same-file+same-file": "take +same-file", "retrieved-3+same-file+inject": "retrieved-20", "full@": "window", "full@0": "window", "full@-4": "window", "full@8k": "window", "full@8@9": "window", "retrieved-5@9+inject": "window",
		"Full": "no such regime", " full": "no such regime", "retrieved-99999999999999999999": "retrieved-20",
	} {
		if p, err := Parse(name); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("Parse(%q) = %+v, %v; want an error with %q", name, p, err, part)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"full", "retrieved-20+inject@8000", "curated@"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := Parse(s); err == nil && p.String() != s {
			t.Errorf("%q is read as %q", s, p)
		}
	})
}
