package lock

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOneHolderAtATimeWhoIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := Take(path, "archive")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Take(path, "archive")
	if want := fmt.Sprintf("process %d on ", os.Getpid()); err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "is working on this archive; wait for it or stop it") {
		t.Errorf("%v, want %q", err, want)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if held, err = Take(path, "archive"); err != nil {
		t.Fatal("a closed lock is not free:", err)
	}
	held.Close()
}
