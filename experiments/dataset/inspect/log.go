package inspect

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"proofgrid/experiments/imported"
	"proofgrid/experiments/spec"
)

// header is a log less its samples.
type header struct {
	Status string `json:"status"`
	Eval   *struct {
		Task    string `json:"task"`
		Model   string `json:"model"`
		RunID   string `json:"run_id"`
		Created string `json:"created"`
		Dataset struct {
			Name *string `json:"name"`
		} `json:"dataset"`
		Config struct {
			Epochs  *int            `json:"epochs"`
			Reducer json.RawMessage `json:"epochs_reducer"`
		} `json:"config"`
		Revision *struct {
			Commit string `json:"commit"`
		} `json:"revision"`
		Packages map[string]string `json:"packages"`
	} `json:"eval"`
	Results *struct {
		Total     *int `json:"total_samples"`
		Completed *int `json:"completed_samples"`
		Scores    []struct {
			Name    string  `json:"name"`
			Reducer *string `json:"reducer"`
			Metrics map[string]struct {
				Value json.RawMessage `json:"value"` // NaN, which is no JSON, is written as a text
			} `json:"metrics"`
		} `json:"scores"`
	} `json:"results"`
}

// sample is one task in one epoch.
type sample struct {
	ID     json.RawMessage  `json:"id"`
	Epoch  *int             `json:"epoch"`
	Input  json.RawMessage  `json:"input"`
	Scores map[string]score `json:"scores"`
	Output struct {
		Choices []struct {
			Stop    string `json:"stop_reason"`
			Message struct {
				Content json.RawMessage `json:"content"`
			} `json:"message"`
		} `json:"choices"`
		Completion *string `json:"completion"`
		Usage      *usage  `json:"usage"`
	} `json:"output"`
	Usage    map[string]usage           `json:"model_usage"`
	Metadata map[string]json.RawMessage `json:"metadata"`
	Total    *float64                   `json:"total_time"`
	Working  *float64                   `json:"working_time"`
	Error    *struct {
		Message string `json:"message"`
	} `json:"error"`
	Limit *struct {
		Type string `json:"type"`
	} `json:"limit"`
}

type score struct {
	Value       json.RawMessage `json:"value"`
	Answer      json.RawMessage `json:"answer"`
	Explanation *string         `json:"explanation"`
}

type usage struct {
	Input      *int64 `json:"input_tokens"`
	Output     *int64 `json:"output_tokens"`
	CacheRead  *int64 `json:"input_tokens_cache_read"`
	CacheWrite *int64 `json:"input_tokens_cache_write"`
	Reasoning  *int64 `json:"reasoning_tokens"`
}

// Bounds of an archive: of a member, and of all that is unpacked of it beyond what a
// log of its size plausibly holds.
const (
	maxMember = 512 << 20
	maxRatio  = 200
	slack     = 64 << 20
)

// readLog visits the samples of a log, in the order of their members.
func readLog(path string, visit func(h *header, where string, s *sample) error, damaged func(where string, err error) error) (*header, spec.ImportedFile, error) {
	head, err := imported.Head(path)
	if err != nil {
		return nil, spec.ImportedFile{}, err
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		h, err := readArchive(path, visit, damaged)
		if err != nil {
			return nil, spec.ImportedFile{}, err
		}
		f, err := imported.Describe(path)
		return h, f, err
	}
	text, f, err := imported.ReadFile(path)
	if err != nil {
		return nil, f, err
	}
	var whole struct {
		header
		Samples []*sample `json:"samples"`
	}
	notLog := fmt.Errorf("%s: not a log of inspect_ai: it looks like %s", path, imported.Guess(head))
	if trimmed := bytes.TrimSpace(text); len(trimmed) == 0 || trimmed[0] != '{' {
		return nil, f, notLog
	}
	if err := imported.Decode(path, imported.WithoutNaN(text), &whole); err != nil {
		return nil, f, err
	}
	if whole.Eval == nil {
		return nil, f, notLog
	}
	for i, s := range whole.Samples {
		where := fmt.Sprintf("sample %d", i+1)
		if s == nil {
			s = &sample{}
		}
		if err := visit(&whole.header, where, s); err != nil {
			return nil, f, fmt.Errorf("%s: %s: %w", path, where, err)
		}
	}
	return &whole.header, f, nil
}

func readArchive(path string, visit func(*header, string, *sample) error, damaged func(string, error) error) (*header, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: a damaged zip archive: %w; a log that was not closed has no directory: recover it with inspect_ai first", path, err)
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderMaxWindow(maxMember), zstd.WithDecoderLowmem(true)))
	a := archive{path: path, left: slack + maxRatio*info.Size(), members: map[string]*zip.File{}}
	var samples []string
	for _, m := range z.File {
		if strings.HasPrefix(m.Name, "samples/") && strings.HasSuffix(m.Name, ".json") && a.members[m.Name] == nil {
			samples = append(samples, m.Name)
		}
		a.members[m.Name] = m // the last of a name
	}
	slices.Sort(samples)
	h := &header{}
	switch err := a.decode("header.json", h); {
	case errors.Is(err, errAbsent): // it never ended
		if err := a.decode("_journal/start.json", h); err != nil {
			return nil, fmt.Errorf("%s: not a log of inspect_ai: a zip archive without header.json", path)
		}
		h.Status = "started"
	case err != nil:
		return nil, err
	}
	if h.Eval == nil {
		return nil, fmt.Errorf("%s: header.json has no eval: not a log of inspect_ai", path)
	}
	for _, name := range samples {
		s := &sample{}
		if err := a.decode(name, s); err != nil {
			if err := damaged(name, err); err != nil {
				return nil, err
			}
			continue
		}
		if err := visit(h, name, s); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, name, err)
		}
	}
	return h, nil
}

type archive struct {
	path    string
	members map[string]*zip.File
	left    int64 // bytes that may still be unpacked
}

var errAbsent = errors.New("no such member")

// decode decodes a member of an archive.
func (a *archive) decode(name string, v any) error {
	m := a.members[name]
	if m == nil {
		return fmt.Errorf("%s: %s: %w", a.path, name, errAbsent)
	}
	limit := min(maxMember, a.left)
	r, err := m.Open()
	if err != nil {
		return fmt.Errorf("%s: %s: %w", a.path, name, err)
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(text)) > limit {
		return fmt.Errorf("%s: %s: more than %d bytes unpacked, which is no plausible log of this size", a.path, name, limit)
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", a.path, name, err)
	}
	a.left -= int64(len(text))
	return imported.Decode(a.path+": "+name, imported.WithoutNaN(text), v)
}
