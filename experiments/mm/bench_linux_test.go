package mm

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const childVariable = "MM_BENCHMARK_CHILD"

// TestMain lets the test binary be a program that reads and verifies one database,
// so that it can be timed as other programs are.
func TestMain(m *testing.M) {
	path := os.Getenv(childVariable)
	if path == "" {
		os.Exit(m.Run())
	}
	db, err := ReadFile(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	sum, errs := db.VerifyAll(ctx, 0)
	fmt.Printf("%d of %d proofs verified\n", sum.Verified, sum.Proofs)
	if len(errs) > 0 {
		os.Exit(1)
	}
}

// run is one timed run of a program.
type run struct {
	wall, cpu time.Duration
	mb        float64 // the largest resident set
}

func timed(b *testing.B, cmd *exec.Cmd, want string) run {
	b.Helper()
	start := time.Now()
	out, err := cmd.CombinedOutput()
	r := run{wall: time.Since(start)}
	if err != nil || !strings.Contains(string(out), want) || strings.Contains(string(out), "?Error") {
		b.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	r.cpu = time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	r.mb = float64(usage.Maxrss) / 1024
	return r
}

// BenchmarkAgainstOthers runs whole programs over set.mm one after the other, in
// turn: this package on all cores, the original program, and where
// $METAMATH_KNIFE is the path of metamath-knife, that on one core and on all. It
// reports medians; ratio is how many times the wall clock, and cpu-ratio the
// processor time, of this package the other one takes.
func BenchmarkAgainstOthers(b *testing.B) {
	path := database(b)
	self, err := os.Executable()
	if err != nil {
		b.Skipf("no path to the test binary: %v", err)
	}
	programs := map[string]func() run{"here": func() run {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), childVariable+"="+path)
		return timed(b, cmd, "proofs verified")
	}}
	if original, err := exec.LookPath("metamath"); err == nil {
		programs["original"] = func() run {
			return timed(b, exec.Command(original, `read "`+path+`"`, "verify proof *", "exit"), "were verified")
		}
	} else {
		b.Logf("no metamath program to compare with: %v", err)
	}
	if knife := os.Getenv("METAMATH_KNIFE"); knife != "" {
		for _, jobs := range slices.Compact([]int{1, runtime.NumCPU()}) {
			programs[fmt.Sprintf("knife-%d", jobs)] = func() run {
				return timed(b, exec.Command(knife, "--verify", "--split", "--jobs", fmt.Sprint(jobs), path), "")
			}
		}
	}
	runs := map[string][]run{}
	for b.Loop() {
		for name, program := range programs {
			runs[name] = append(runs[name], program())
		}
	}
	median := func(name string, of func(run) float64) float64 {
		var v []float64
		for _, r := range runs[name] {
			v = append(v, of(r))
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	wall := func(r run) float64 { return r.wall.Seconds() }
	cpu := func(r run) float64 { return r.cpu.Seconds() }
	for name := range programs {
		b.ReportMetric(median(name, wall), name+"-s")
		b.ReportMetric(median(name, cpu), name+"-cpu-s")
		b.ReportMetric(median(name, func(r run) float64 { return r.mb }), name+"-MB")
		if name != "here" {
			b.ReportMetric(median(name, wall)/median("here", wall), name+"-ratio")
			b.ReportMetric(median(name, cpu)/median("here", cpu), name+"-cpu-ratio")
		}
	}
}
