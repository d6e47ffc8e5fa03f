//go:build unix

package toplevel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"proofgrid/runner/sandbox"
)

const path = "/usr/local/bin:/usr/bin:/bin"

func config(t testing.TB) Config {
	t.Helper()
	for _, dir := range strings.Split(path, ":") {
		if _, err := os.Stat(dir + "/coqtop"); err == nil {
			box := sandbox.Detect(context.Background(), path)
			return Config{Sandbox: box, Env: []string{"PATH=" + path, "HOME=/nonexistent"}, Dir: t.TempDir(), Isolate: box.CanIsolate()}
		}
	}
	t.Skip("no coqtop on this machine: install the package coq")
	return Config{}
}

func start(t testing.TB, change func(*Config)) *Session {
	t.Helper()
	c := config(t)
	if change != nil {
		change(&c)
	}
	s, err := Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func exec(t testing.TB, s *Session, sentence string) Reply {
	t.Helper()
	r, err := s.Exec(t.Context(), sentence, 10*time.Second)
	if err != nil {
		t.Fatalf("%s: %v", sentence, err)
	}
	return r
}

func TestExec(t *testing.T) {
	s := start(t, nil)
	if !strings.Contains(s.Version(), "8.") && !strings.Contains(s.Version(), "9.") {
		t.Errorf("version %q", s.Version())
	}
	before := s.State()
	r := exec(t, s, "Lemma foo : True /\\ True.")
	if r.Error != nil || len(r.Open) != 1 || r.Open[0] != "foo" || r.State == before {
		t.Fatalf("%+v", r)
	}
	stated := r.State
	exec(t, s, "split.")
	exec(t, s, "-")
	if r = exec(t, s, "Show."); !strings.Contains(r.Messages, "True") {
		t.Errorf("%+v", r)
	}
	for sentence, want := range map[string]string{
		"exact nosuch.":                         "nosuch",
		"(* é \xc3\xa9 *) exact\n  (nosuch 1).": "nosuch",
		"Check\r\n nosuch.":                     "nosuch",
	} {
		r = exec(t, s, sentence)
		if r.Error == nil || sentence[r.Error.Start:r.Error.End] != want || !strings.HasPrefix(r.Error.Text, "The reference nosuch was not found") {
			t.Errorf("%q: %+v", sentence, r.Error)
		}
	}
	exec(t, s, "exact I.")
	exec(t, s, "-")
	exec(t, s, "exact I.")
	if r = exec(t, s, "Qed."); r.Error != nil || len(r.Open) != 0 {
		t.Errorf("%+v %+v", r, r.Error)
	}
	if r = exec(t, s, "Print Assumptions foo."); r.Messages != "Closed under the global context" {
		t.Errorf("%+v", r)
	}
	if err := s.Back(t.Context(), stated); err != nil || s.State() != stated || len(s.Prompt().Open) != 1 {
		t.Errorf("back: %v %+v", err, s.Prompt())
	}
	if err := s.Back(t.Context(), before); err != nil {
		t.Error(err)
	}
	if r = exec(t, s, "Check foo."); r.Error == nil {
		t.Error("foo is still there")
	}
	if err := s.Back(t.Context(), 99999); err == nil || s.Err() == nil {
		t.Errorf("went to a state that never was: %v", err)
	}
}

// TestForgedPrompts: what a sentence prints decides nothing.
func TestForgedPrompts(t *testing.T) {
	s := start(t, nil)
	exec(t, s, "Lemma foo : False.")
	for _, text := range []string{
		"</infomsg>\n<prompt>foo < 99 |foo| 0 < </prompt>",
		"</infomsg>\n\n<prompt>Coq < 99 || 0 < </prompt>Toplevel input, characters 6-12:\n> Check proofgrid_0.\n>       ^^^^^^\nError: The reference proofgrid_0 was not found in the current environment.\n\n<prompt>Coq < 99 || 0 < </prompt>",
		"\nToplevel input, characters 0-1:\nError: forged",
	} {
		before := s.State()
		r := exec(t, s, fmt.Sprintf("idtac \"%s\".", text))
		forged := strings.Contains(text, "<prompt>")
		if len(r.Open) != 1 || r.State == 99 || forged != (r.Error != nil) || forged != (r.State == before) {
			t.Errorf("printed: %+v %+v", r, r.Error)
		}
		before = s.State()
		r = exec(t, s, fmt.Sprintf("fail \"%s\".", text))
		if r.Error == nil || r.State != before {
			t.Errorf("failed: %+v", r)
		}
	}
	before := s.State()
	r := exec(t, s, "idtac. exact I.")
	if r.Error == nil || !strings.Contains(r.Error.Text, "more than one sentence") || s.State() != before {
		t.Errorf("two sentences: %+v", r)
	}
	if r = exec(t, s, "exact I."); r.Error == nil {
		t.Errorf("%+v", r)
	}
}

func TestTimeouts(t *testing.T) {
	s := start(t, nil)
	exec(t, s, "Lemma foo : True.")
	begun := time.Now()
	r, err := s.Exec(t.Context(), "do 1000000000 idtac.", time.Second)
	if err != nil || !r.TimedOut || time.Since(begun) > 2*time.Second {
		t.Errorf("%+v %v after %v", r, err, time.Since(begun))
	}
	if r = exec(t, s, "fail \"Timeout!\"."); r.TimedOut || r.Error == nil {
		t.Errorf("%+v", r)
	}
	if r = exec(t, s, "exact I."); r.Error != nil {
		t.Errorf("not usable afterwards: %+v", r.Error)
	}
}

func TestEnds(t *testing.T) {
	long := "idtac \"" + strings.Repeat("long ", 2000) + "\"."
	for name, c := range map[string]struct {
		sentence string
		limit    time.Duration
		want     error
	}{
		"an open comment": {"exact (* I.", time.Second, ErrTimeout},
		"an open string":  {"idtac \"I.", time.Second, ErrTimeout},
		"Quit":            {"Quit.", 0, ErrDied},
		"a flood":         {"do 2000 " + long, time.Minute, ErrFlood},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, nil)
			exec(t, s, "Lemma foo : True.")
			begun := time.Now()
			if _, err := s.Exec(t.Context(), c.sentence, c.limit); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if d := time.Since(begun); d > 4*time.Second {
				t.Errorf("took %v", d)
			}
			if _, err := s.Exec(t.Context(), "idtac.", 0); !errors.Is(err, c.want) {
				t.Errorf("a dead session says %v", err)
			}
			select {
			case <-s.process.Done():
			default:
				t.Error("the process still runs")
			}
		})
	}
}

func TestMemoryAndStack(t *testing.T) {
	s := start(t, func(c *Config) { c.Memory = 600 << 20 })
	exec(t, s, "Lemma foo : True.")
	if r := exec(t, s, "let n := eval compute in (Nat.pow 2 27) in idtac."); r.Error == nil {
		t.Errorf("%+v", r)
	}
	if r := exec(t, s, "exact I."); r.Error != nil {
		t.Errorf("not usable afterwards: %+v", r.Error)
	}
}

func TestLargeSentence(t *testing.T) {
	s := start(t, nil)
	exec(t, s, "Lemma foo : True.")
	if r := exec(t, s, "idtac"+strings.Repeat("; idtac", 30000)+"."); r.Error != nil {
		t.Errorf("%.200s", r.Error.Text)
	}
}

func TestStartErrors(t *testing.T) {
	c := config(t)
	c.Command = []string{"nosuchtop"}
	if _, err := Start(t.Context(), c); err == nil {
		t.Error("started a program that is not there")
	}
	c = config(t)
	c.Args = []string{"-nosuchflag"}
	if _, err := Start(t.Context(), c); !errors.Is(err, ErrDied) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Start(ctx, config(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestRun(t *testing.T) {
	s := start(t, nil)
	first := s.State()
	text := strings.Fields(strings.Repeat("Lemma_foo@:_True. Proof. - exact_I. Qed. ", 50))
	for i := range text {
		text[i] = strings.NewReplacer("_", " ", "@", fmt.Sprint(i)).Replace(text[i])
	}
	states, refused, err := s.Run(t.Context(), text, time.Minute)
	if err != nil || refused != nil || len(states) != len(text) || s.State() != states[len(states)-1] {
		t.Fatalf("%d states, refused %v, error %v", len(states), refused, err)
	}
	if err := s.Back(t.Context(), states[4]); err != nil {
		t.Fatal(err)
	}
	if r := exec(t, s, "Check foo0."); r.Error != nil {
		t.Error(r.Error)
	}
	if r := exec(t, s, "Check foo5."); r.Error == nil {
		t.Error("foo5 is still there")
	}
	if err := s.Back(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	text[7] = "exact nosuch."
	_, refused, err = s.Run(t.Context(), text, time.Minute)
	if err != nil || refused == nil || refused.Index != 7 || !strings.Contains(refused.Text, "nosuch was not found") || s.Err() == nil {
		t.Errorf("refused %+v, error %v", refused, err)
	}
}
