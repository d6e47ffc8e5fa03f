package lean

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
)

// server stands in for a kimina-lean-server.
type server struct {
	mu     sync.Mutex
	paths  []string
	sizes  []int // files of each request
	busy   int   // requests that get a 429
	status int   // of every request, where it is not 0
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Header.Get("Authorization") != "Bearer secret" {
		http.Error(w, `{"detail":"Invalid or missing API key"}`, http.StatusUnauthorized)
		return
	}
	var q struct {
		Codes    []struct{ Custom_id, Proof string }
		Snippets []struct{ ID, Code string }
		Timeout  int
	}
	b, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(b, &q); err != nil || q.Timeout == 0 {
		http.Error(w, "bad", http.StatusUnprocessableEntity)
		return
	}
	s.paths, s.sizes = append(s.paths, r.URL.Path), append(s.sizes, len(q.Codes)+len(q.Snippets))
	if s.busy > 0 {
		s.busy--
		http.Error(w, "busy", http.StatusTooManyRequests)
		return
	}
	if s.status != 0 {
		http.Error(w, "no", s.status)
		return
	}
	var results []map[string]any
	one := func(key, id, code string) bool {
		do, argument := orders(code)
		out, _ := messages(code, do, argument)
		response := map[string]any{"env": 0, "messages": out, "time": 0.25}
		result := map[string]any{key: id, "error": nil, "response": response}
		switch do {
		case "status":
			http.Error(w, "no", http.StatusInternalServerError)
			return false
		case "redirect":
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
			return false
		case "late":
			result["response"], result["error"] = nil, "Lean REPL command timed out in 60 seconds"
		case "broken":
			result["response"] = map[string]any{"message": "Unknown environment."}
		case "null":
			result["response"] = nil
		case "wrongid":
			result[key] = "77"
		case "drop":
			return true
		}
		results = append(results, result)
		return true
	}
	for _, c := range q.Codes {
		if !one("custom_id", c.Custom_id, c.Proof) {
			return
		}
	}
	for _, c := range q.Snippets {
		if !one("id", c.ID, c.Code) {
			return
		}
	}
	json.NewEncoder(w).Encode(map[string]any{"results": results})
}

func kiminaDoor(t *testing.T, api string) (*Verifier, *server) {
	t.Helper()
	s := &server{}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	m := machine(t)
	m.Env = append(m.Env, "LEAN_TOKEN=secret")
	v, err := New(t.Context(), Options{Door: "kimina", URL: h.URL, API: api, Token: "LEAN_TOKEN"}, m)
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

func TestKimina(t *testing.T) {
	t.Parallel()
	cases := []judged{
		{"a proof", "", "rfl", record.Proved, ""},
		{"an error", "", "rfl -- do: error type mismatch", record.Rejected, "type mismatch"},
		{"late", "", "rfl -- do: late", record.Timeout, "timed out"},
		{"a REPL that failed", "", "rfl -- do: broken", record.InfrastructureError, "Unknown environment"},
		{"neither", "", "rfl -- do: null", record.InfrastructureError, "neither"},
		{"a forbidden axiom", "", "rfl -- do: axioms Lean.ofReduceBool", record.Cheated, "ofReduceBool"},
		{"silence", "", "rfl -- do: silent", record.Cheated, "not answered"},
		{"refused", "", "run_tac x", record.Cheated, "run_tac"},
		{"a proof", "", "rfl", record.Proved, ""},
	}
	for api, path := range map[string]string{"": "/verify", "check": "/api/check"} {
		v, s := kiminaDoor(t, api)
		reports := judgeAll(t, v, toy(), cases)
		if got := reports[len(reports)-1].Audit; got != SealedByServer {
			t.Errorf("the audit of a server's answer is %q", got)
		}
		if reports[0].Check != 250*time.Millisecond {
			t.Errorf("time %s", reports[0].Check)
		}
		if fmt.Sprint(s.sizes) != "[1 8]" || s.paths[1] != path {
			t.Errorf("requests of %v files to %v", s.sizes, s.paths)
		}
	}
}

// A file that brings its batch down costs no other its verdict.
func TestKiminaBatch(t *testing.T) {
	t.Parallel()
	v, s := kiminaDoor(t, "")
	judgeAll(t, v, toy(), []judged{
		{"a proof", "", "rfl", record.Proved, ""},
		{"HTTP 500", "", "rfl -- do: status", record.InfrastructureError, "HTTP 500"},
		{"a proof", "", "rfl", record.Proved, ""},
	})
	if fmt.Sprint(s.sizes) != "[1 3 3 3 1 1 1 1 1]" {
		t.Errorf("requests of %v files", s.sizes)
	}
	s.busy = 2
	judgeAll(t, v, toy(), []judged{{"a busy server", "", "rfl", record.Proved, ""}})
}

func TestKiminaErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ proof, want string }{
		{"rfl -- do: wrongid", "not asked"},
		{"rfl -- do: drop", "0 of 1"},
		{"rfl -- do: redirect", "HTTP 307"},
	} {
		v, _ := kiminaDoor(t, "")
		e, err := v.Open(t.Context(), toy())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Check(t.Context(), []verify.Candidate{{Proof: c.proof}}, verify.Limits{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.proof, err, c.want)
		}
	}
	v, _ := kiminaDoor(t, "")
	v.server.token = "wrong"
	if _, err := v.Open(t.Context(), toy()); err == nil || !strings.Contains(err.Error(), "token") || strings.Contains(err.Error(), "wrong") {
		t.Errorf("401: %v", err)
	}
	for _, o := range []Options{{Door: "kimina"}, {Door: "kimina", URL: "ftp://x"}, {Door: "kimina", URL: "http://u:p@x"}, {Door: "kimina", URL: "http://x", API: "v"}, {Door: "kimina", URL: "http://x", Token: "UNSET"}} {
		if _, err := New(t.Context(), o, machine(t)); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}
