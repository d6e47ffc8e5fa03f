package plan

import (
	"context"
	"fmt"

	"proofgrid/runner/verify"
	"proofgrid/runner/verify/command"
	"proofgrid/runner/verify/coq"
	"proofgrid/runner/verify/coq/seal"
	"proofgrid/runner/verify/lean"
	mmverify "proofgrid/runner/verify/metamath"
)

// coqOptions are the fields of checker.coq in a spec.
type coqOptions struct {
	Coqtop    []string       `yaml:"coqtop"`    // program and first arguments; default coqtop
	Version   string         `yaml:"version"`   // what the version must begin with, such as "Coq 8.16"
	Read      []string       `yaml:"read"`      // folders beside /usr and the project that an isolated Coq reads
	Plain     bool           `yaml:"plain"`     // run Coq without namespaces of its own even where there could be some
	Memory    int64          `yaml:"memory"`    // bytes of address space of each process
	Require   []string       `yaml:"require"`   // logical prefixes of libraries that a candidate may load; none by default
	Recursion seal.Recursion `yaml:"recursion"` // of a candidate's own: none, simple (default) or any
	Recheck   bool           `yaml:"recheck"`   // accept only what coqchk accepts too
}

// checker opens the checker of the source's system, or the one that the spec
// describes.
func (p *Plan) checker(ctx context.Context) (verify.Verifier, error) {
	s := p.Spec
	fail := func(err error) error { return fmt.Errorf("%s: checker: %w", s.File, err) }
	switch {
	case s.Checker.Command != "":
		return p.described(ctx)
	case p.Source.Metamath != nil:
		v, err := mmverify.New(p.Source.Metamath.DB, mmverify.Policy{
			ForbiddenAxioms: s.Checker.ForbiddenAxioms, AllowedAxioms: s.Checker.AllowedAxioms,
		}, p.world.Now)
		if err != nil {
			return nil, fail(err)
		}
		return v, nil
	case p.Source.System == "coq":
		return p.coq(ctx)
	case p.Source.System == "lean":
		return p.lean(ctx)
	}
	return nil, s.Fail([]any{"tasks"}, "no checker for %s tasks: describe one in checker.command", p.Source.System)
}

func (p *Plan) coq(ctx context.Context) (verify.Verifier, error) {
	var o coqOptions
	options := p.Spec.Checker.Coq
	if err := options.Decode(&o); err != nil {
		return nil, err
	}
	axioms, err := seal.Expand(p.Spec.Checker.AllowedAxioms)
	if err != nil {
		return nil, p.Spec.Fail([]any{"checker", "allowed_axioms"}, "%v", err)
	}
	if len(p.Spec.Checker.ForbiddenAxioms) > 0 {
		return nil, p.Spec.Fail([]any{"checker", "forbidden_axioms"}, "a Coq proof may rest on the axioms in checker.allowed_axioms alone: leave forbidden_axioms out")
	}
	v, err := coq.New(ctx, coq.Config{
		Sandbox: p.world.Sandbox, Command: o.Coqtop, Env: p.environment("PATH", "HOME"),
		Isolate: p.world.Sandbox.CanIsolate() && !o.Plain, Read: p.besides(o.Read), Memory: o.Memory,
		Processes: max(p.world.Workers, 1), Want: o.Version, Now: p.world.Now,
		Policy: seal.Policy{Axioms: axioms, Require: o.Require, Recursion: o.Recursion, Recheck: o.Recheck},
	})
	if err != nil {
		return nil, options.Fail("checker.coq: %v", err)
	}
	return v, nil
}

func (p *Plan) lean(ctx context.Context) (verify.Verifier, error) {
	options := p.Spec.Checker.Lean
	if options == nil {
		return nil, p.Spec.Fail([]any{"checker"}, "Lean tasks are checked through one of three doors: write checker: {lean: {door: lake}}, repl or kimina")
	}
	var o lean.Options
	if err := options.Decode(&o); err != nil {
		return nil, err
	}
	o.Read = p.besides(o.Read)
	if o.Project != "" {
		o.Project = besides(p.Spec.File, o.Project)
	}
	v, err := lean.New(ctx, o, lean.Machine{Sandbox: p.world.Sandbox, Env: p.environment("PATH", "HOME", "ELAN_HOME", o.Token), Now: p.world.Now, Nonce: p.world.Nonce})
	if err != nil {
		return nil, options.Fail("checker.lean: %v", err)
	}
	return v, nil
}

// environment returns those variables that are set, as NAME=value.
func (p *Plan) environment(names ...string) []string {
	var env []string
	for _, name := range names {
		if v := p.world.Getenv(name); name != "" && v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// described opens the checker that a YAML file beside the spec describes.
func (p *Plan) described(ctx context.Context) (verify.Verifier, error) {
	c := p.Spec.Checker
	if len(c.AllowedAxioms)+len(c.ForbiddenAxioms) > 0 {
		return nil, p.Spec.Fail([]any{"checker"}, "what a proof may rest on stands in %s: leave allowed_axioms and forbidden_axioms out", c.Command)
	}
	v, err := command.New(ctx, besides(p.Spec.File, c.Command), command.Machine{
		Sandbox: p.world.Sandbox, Getenv: p.world.Getenv, Now: p.world.Now, Nonce: p.world.Nonce, Workers: p.world.Workers,
	})
	if err != nil {
		return nil, p.Spec.Fail([]any{"checker", "command"}, "%v", err)
	}
	if v.System() != p.Source.System {
		return nil, p.Spec.Fail([]any{"checker", "command"}, "%s checks %s, and the tasks are for %s", c.Command, v.System(), p.Source.System)
	}
	return v, nil
}

func (p *Plan) besides(paths []string) []string {
	var out []string
	for _, path := range paths {
		out = append(out, besides(p.Spec.File, path))
	}
	return out
}
