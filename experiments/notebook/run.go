package notebook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"proofgrid/experiments/internal/durable"
)

// Version is the schema version of a run's directory: of its files other than
// the tables, which carry their own.
const Version = 1

// Provenance says where a run comes from. The caller gathers it; Create fills the
// fields up to SpecSHA256.
type Provenance struct {
	SchemaVersion int    `json:"schema_version"`
	Experiment    string `json:"experiment"`
	Run           string `json:"run"`
	SpecSHA256    string `json:"spec_sha256"`

	Created   time.Time         `json:"created"`
	Command   []string          `json:"command,omitempty"`
	Proofgrid string            `json:"proofgrid"` // version of the module
	Go        string            `json:"go"`        // version of the toolchain
	Verifier  string            `json:"verifier"`
	OS        string            `json:"os"`
	Arch      string            `json:"arch"`
	CPUs      int               `json:"cpus"`
	Host      string            `json:"host,omitempty"`
	Sandbox   string            `json:"sandbox,omitempty"` // how the programs that it starts are held
	Git       *Git              `json:"git,omitempty"`     // of the folder that the run was started in
	Inputs    map[string]string `json:"inputs,omitempty"`  // sha256 of each input file by its name
}

// Git is the state of a repository.
type Git struct {
	Revision string `json:"revision"`
	Modified bool   `json:"modified"`
}

// Run is one run of an experiment. Its methods only read, but for AddNote, and
// are safe for concurrent use, also while a process works on the run.
type Run struct {
	Dir        string
	Provenance Provenance

	blobs blobs
}

var component = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}$`)

// Create makes the directory of a new run under root, which need not exist, with
// its specification and provenance. With an empty run name the run is named after
// p.Created. It is an error when the run exists, or when a name has other than
// letters, digits and any of _ . + -.
func Create(root, experiment, run string, spec []byte, p Provenance) (*Run, error) {
	name := run
	if name == "" {
		name = p.Created.UTC().Format("20060102T150405Z")
	}
	for _, c := range []string{experiment, name} {
		if !component.MatchString(c) {
			return nil, fmt.Errorf("%q cannot name an experiment or a run: use letters, digits and _ . + -, at most 100", c)
		}
	}
	parent := filepath.Join(root, experiment)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, err
	}
	// Filled under another name first: a run either has all its files or is not there.
	tmp, err := os.MkdirTemp(parent, ".new-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		p.SchemaVersion, p.Experiment, p.Run = Version, experiment, name
		sum := sha256.Sum256(spec)
		p.SpecSHA256 = hex.EncodeToString(sum[:])
		if err := fill(tmp, spec, p); err != nil {
			return nil, err
		}
		dir := filepath.Join(parent, name)
		switch _, err := os.Lstat(dir); {
		case err == nil && run != "":
			return nil, fmt.Errorf("%s: %w; resume it or choose another name", dir, fs.ErrExist)
		case err == nil:
			name = fmt.Sprintf("%s-%d", p.Created.UTC().Format("20060102T150405Z"), attempt+1)
			continue
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
		if err := os.Rename(tmp, dir); err != nil {
			return nil, err
		}
		for _, d := range []string{parent, root} {
			if err := durable.SyncDir(d); err != nil {
				return nil, err
			}
		}
		return Open(dir)
	}
}

func fill(dir string, spec []byte, p Provenance) error {
	for _, sub := range []string{"tables", "figures"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	if err := writeFile(filepath.Join(dir, "spec.yaml"), spec); err != nil {
		return err
	}
	return writeJSON(filepath.Join(dir, "provenance.json"), p)
}

// Open opens the run in a directory for reading. A directory that is no run, or
// of another schema version, or whose specification is not the one it was made
// with, is an error.
func Open(dir string) (*Run, error) {
	path := filepath.Join(dir, "provenance.json")
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not the directory of a run: it has no provenance.json", dir)
	}
	if err != nil {
		return nil, err
	}
	r := &Run{Dir: dir, blobs: blobs{path: filepath.Join(dir, "blobs")}}
	var version struct {
		SchemaVersion int `json:"schema_version"`
	}
	if err := json.Unmarshal(b, &version); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if version.SchemaVersion != Version {
		return nil, fmt.Errorf("%s: run directory of schema version %d, this proofgrid reads version %d; use the version that made it", dir, version.SchemaVersion, Version)
	}
	if err := json.Unmarshal(b, &r.Provenance); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if _, err := r.Spec(); err != nil {
		return nil, err
	}
	return r, nil
}

// Name returns experiment/run.
func (r *Run) Name() string { return r.Provenance.Experiment + "/" + r.Provenance.Run }

// Path returns the path of a file or folder in the run's directory.
func (r *Run) Path(elem ...string) string {
	return filepath.Join(append([]string{r.Dir}, elem...)...)
}

// Spec returns the specification as run. A file that was changed afterwards is an
// error, since tables and specification would not belong together.
func (r *Run) Spec() ([]byte, error) {
	spec, err := os.ReadFile(r.Path("spec.yaml"))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(spec); hex.EncodeToString(sum[:]) != r.Provenance.SpecSHA256 {
		return nil, fmt.Errorf("%s was changed after the run began: its sha256 is not the one in provenance.json", r.Path("spec.yaml"))
	}
	return spec, nil
}

// Blob returns the text that rows refer to by a hash; the empty hash is the empty
// text. A text that is not there or damaged is an error.
func (r *Run) Blob(hash string) (string, error) { return r.blobs.text(hash) }

// AddNote appends a dated note to notes.md.
func (r *Run) AddNote(at time.Time, text string) error {
	return appendFile(r.Path("notes.md"), fmt.Sprintf("## %s\n\n%s\n\n", at.Format("2006-01-02 15:04 -0700"), strings.TrimSpace(text)))
}

// Notes returns notes.md, empty when there are none.
func (r *Run) Notes() (string, error) {
	b, err := os.ReadFile(r.Path("notes.md"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(b), err
}

// Sessions returns the provenance of each process that worked on the run, in
// order; a resumed run has several.
func (r *Run) Sessions() ([]Provenance, error) {
	b, err := os.ReadFile(r.Path("sessions.json"))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	var all []Provenance
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Path("sessions.json"), err)
	}
	return all, nil
}

func writeJSON(path string, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(path, append(b, '\n'))
}

// writeFile replaces a file as a whole, durably.
func writeFile(path string, content []byte) error {
	return durable.Replace(path, func(f *os.File) error {
		_, err := f.Write(content)
		return err
	}, nil)
}

func appendFile(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}
