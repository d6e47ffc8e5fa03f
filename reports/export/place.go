package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// replaceFile has a file written under a temporary name beside path, and renames it.
// What it replaces has the extension of the format.
func replaceFile(path string, force bool, ext string, write func(path string) error) error {
	if err := free(path, force, nil); err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil && filepath.Ext(path) != ext {
		return fmt.Errorf("%s does not end in %s, so it is not replaced; --out names another place", path, ext)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails, as it should, after the rename
	if err := errors.Join(tmp.Chmod(0o644), tmp.Close()); err != nil {
		return err
	}
	if err := write(tmp.Name()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// replaceFolder has a folder filled under a temporary name beside path, and renames it.
// A folder that is there is moved out of the way first, and removed at the end.
func replaceFolder(path string, force bool, owned *regexp.Regexp, fill func(dir string) error) error {
	if err := free(path, force, owned); err != nil {
		return err
	}
	path = filepath.Clean(path)
	tmp, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	dir := filepath.Join(tmp, "new")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	if err := fill(dir); err != nil {
		return err
	}
	old := filepath.Join(tmp, "old")
	err = os.Rename(path, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(dir, path); err != nil {
		return errors.Join(err, putBack(old, path))
	}
	return nil
}

func putBack(old, path string) error {
	if err := os.Rename(old, path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// free tells whether an output may be written. What exists is replaced only with force,
// and a folder only when it holds nothing but files of an earlier export: files that
// others put there are not lost to a mistyped path. owned is nil for a file.
func free(path string, force bool, owned *regexp.Regexp) error {
	if path == "" {
		return errors.New("no path to write to")
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !force:
		return fmt.Errorf("%s exists; --force replaces it, --out names another place", path)
	case owned == nil && info.Mode().IsRegular():
		return nil
	case owned == nil:
		return fmt.Errorf("%s is not a file; --out names another place", path)
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder; --out names another place", path)
	}
	return filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(path, p)
		if err == nil && !owned.MatchString(filepath.ToSlash(rel)) {
			err = fmt.Errorf("%s is not of an earlier export in this format, so %s is not replaced; --out names another place", p, path)
		}
		return err
	})
}
