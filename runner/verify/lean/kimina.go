package lean

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"proofgrid/runner/verify"
)

// kimina is the door of a kimina-lean-server: https://github.com/project-numina/kimina-lean-server.
type kimina struct {
	base   string
	checks bool // the API /api/check, not /verify
	token  string
	client *http.Client
	now    func() time.Time
}

func newKimina(o Options, m Machine) (*kimina, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("the address of the kimina server is %q: it is one such as http://127.0.0.1:8000", o.URL)
	}
	if o.API != "" && o.API != "verify" && o.API != "check" {
		return nil, fmt.Errorf("api %q of the kimina server: it is verify or check", o.API)
	}
	k := &kimina{base: strings.TrimSuffix(u.String(), "/"), checks: o.API == "check", now: m.Now}
	if o.Token != "" {
		if k.token = m.variable(o.Token); k.token == "" {
			return nil, fmt.Errorf("the environment variable %s, which holds the token of the kimina server, is not set", o.Token)
		}
	}
	// No proxy and no redirects: candidates and the token go to that host alone.
	k.client = &http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return k, nil
}

func (k *kimina) close() error {
	k.client.CloseIdleConnections()
	return nil
}

const (
	slack      = 30 * time.Second // that the server has beyond the time of its checks
	maxBody    = 64 << 20         // bytes
	patience   = 3                // requests, where the server is busy
	perRequest = 16               // files
)

// errUnserved is a request that the server did not serve, which one of its files may be
// the reason of.
var errUnserved = errors.New("not checked")

// result is the server's word on one file.
type result struct {
	CustomID string          `json:"custom_id"` // of /verify
	ID       string          `json:"id"`        // of /api/check
	Time     *float64        `json:"time"`
	Error    *string         `json:"error"`
	Response json.RawMessage `json:"response"`
}

// check sends files in batches. The failure of one snippet fails its whole batch, so a
// batch that fails is sent again file by file.
func (k *kimina) check(ctx context.Context, files []*file, limits verify.Limits) ([]answer, error) {
	var answers []answer
	for at := 0; at < len(files); at += perRequest {
		batch := files[at:min(at+perRequest, len(files))]
		got, err := k.send(ctx, batch, limits)
		if errors.Is(err, errUnserved) && len(batch) > 1 {
			got, err = nil, nil
			for _, f := range batch {
				one, err := k.send(ctx, []*file{f}, limits)
				switch {
				case errors.Is(err, errUnserved):
					one = []answer{{ending: unserved, detail: err.Error()}}
				case err != nil:
					return nil, err
				}
				got = append(got, one...)
			}
		}
		if errors.Is(err, errUnserved) {
			got, err = []answer{{ending: unserved, detail: err.Error()}}, nil
		}
		if err != nil {
			return nil, err
		}
		answers = append(answers, got...)
	}
	return answers, nil
}

// send makes one request, again where the server is busy.
func (k *kimina) send(ctx context.Context, files []*file, limits verify.Limits) ([]answer, error) {
	body, path := k.body(files, limits)
	began := k.now()
	var status int
	var got []byte
	for try := 1; ; try++ {
		var err error
		if status, got, err = k.post(ctx, path, body, limits.Time, len(files)); err != nil {
			return nil, err
		}
		if status != http.StatusTooManyRequests && status != 499 && status < 500 || try == patience {
			break
		}
		select {
		case <-time.After(time.Duration(try*try) * 200 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return nil, fmt.Errorf("the kimina server at %s does not accept the token (HTTP %d): name the environment variable that holds it in the option token", k.base, status)
	case status == http.StatusTooManyRequests || status == 499 || status >= 500:
		return nil, fmt.Errorf("%w: the kimina server at %s answers HTTP %d: %.200s", errUnserved, k.base, status, strings.ToValidUTF8(string(got), "\uFFFD"))
	case status != http.StatusOK:
		return nil, fmt.Errorf("the kimina server at %s answers HTTP %d: %.200s", k.base, status, strings.ToValidUTF8(string(got), "\uFFFD"))
	}
	var reply struct {
		Results []result `json:"results"`
	}
	if err := json.Unmarshal(got, &reply); err != nil {
		return nil, fmt.Errorf("the kimina server at %s answers with what is no JSON of its: %w", k.base, err)
	}
	each := k.now().Sub(began) / time.Duration(len(files))
	answers := make([]answer, len(files))
	seen := make([]bool, len(files))
	for _, r := range reply.Results {
		i, err := strconv.Atoi(r.CustomID + r.ID)
		if err != nil || i < 0 || i >= len(files) || seen[i] {
			return nil, fmt.Errorf("the kimina server at %s answers for %q, which it was not asked", k.base, r.CustomID+r.ID)
		}
		seen[i] = true
		answers[i] = r.answer(each)
	}
	for _, ok := range seen {
		if !ok {
			return nil, fmt.Errorf("the kimina server at %s answers for %d of %d files", k.base, len(reply.Results), len(files))
		}
	}
	return answers, nil
}

// answer reads the server's word on a file that took, for all that is known, each.
func (r *result) answer(each time.Duration) answer {
	a := answer{check: each}
	var response struct {
		reply
		Time *float64 `json:"time"`
	}
	var unread error
	if len(r.Response) > 0 {
		unread = json.Unmarshal(r.Response, &response)
	}
	for _, t := range []*float64{r.Time, response.Time} {
		if t != nil && *t >= 0 && *t < 1e6 {
			a.check = time.Duration(*t * float64(time.Second))
		}
	}
	fault := ""
	if r.Error != nil {
		fault = *r.Error
	}
	a.ending = unserved
	switch {
	case strings.Contains(strings.ToLower(fault), "timed out"):
		a.ending, a.detail = late, fault
	case fault != "":
		a.detail = fault
	case unread != nil:
		a.detail = "a response that cannot be read: " + unread.Error()
	case response.Message != "":
		a.detail = "the server's REPL failed: " + response.Message
	case response.Env == nil:
		a.detail = "neither a response with an environment nor an error"
	default:
		a.ending, a.messages, a.holes = read, response.Messages, response.Sorries
	}
	return a
}

func (k *kimina) body(files []*file, limits verify.Limits) ([]byte, string) {
	type code struct {
		CustomID string `json:"custom_id"`
		Proof    string `json:"proof"`
	}
	type snippet struct {
		ID   string `json:"id"`
		Code string `json:"code"`
	}
	seconds := int(math.Ceil(limits.Time.Seconds()))
	if seconds == 0 {
		seconds = 300
	}
	var v any
	path := "/verify"
	if k.checks {
		snippets := make([]snippet, len(files))
		for i, f := range files {
			snippets[i] = snippet{strconv.Itoa(i), f.text}
		}
		v, path = map[string]any{"snippets": snippets, "timeout": seconds, "reuse": true}, "/api/check"
	} else {
		codes := make([]code, len(files))
		for i, f := range files {
			codes[i] = code{strconv.Itoa(i), f.text}
		}
		v = map[string]any{"codes": codes, "timeout": seconds}
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and numbers
	}
	return b, path
}

func (k *kimina) post(ctx context.Context, path string, body []byte, limit time.Duration, files int) (int, []byte, error) {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit*time.Duration(files)+slack)
		defer cancel()
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, k.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	q.Header.Set("Content-Type", "application/json")
	if k.token != "" {
		q.Header.Set("Authorization", "Bearer "+k.token)
	}
	r, err := k.client.Do(q)
	if err != nil {
		return 0, nil, fmt.Errorf("the kimina server at %s: %w", k.base, err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return 0, nil, fmt.Errorf("the kimina server at %s: %w", k.base, err)
	}
	if len(b) > maxBody {
		return 0, nil, fmt.Errorf("the kimina server at %s answers with more than %d bytes", k.base, maxBody)
	}
	return r.StatusCode, b, nil
}
