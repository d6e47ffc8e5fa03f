package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

func main() {
	os.Exit(Main(os.Args, Process{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal:  term.IsTerminal(int(os.Stderr.Fd())),
		Now:       time.Now,
		Getenv:    os.Getenv,
		Interrupt: interrupts,
	}))
}

// interrupts catches what asks a program to end, until release; before and after,
// it ends the program as usual.
func interrupts() (signals <-chan os.Signal, release func()) {
	c := make(chan os.Signal, 2)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	return c, func() { signal.Stop(c) }
}
