package plan

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"proofgrid/experiments/responses"
	"proofgrid/experiments/spec"
	"proofgrid/runner/model"
	"proofgrid/runner/model/anthropic"
	"proofgrid/runner/model/command"
	"proofgrid/runner/model/gemini"
	"proofgrid/runner/model/openai"
	"proofgrid/runner/model/remote"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
)

// protocols are the kinds of models behind endpoints.
var protocols = map[string]remote.Protocol{
	"openai":    openai.Protocol{},
	"anthropic": anthropic.Protocol{},
	"gemini":    gemini.Protocol{},
}

func (p *Plan) remote(m spec.Model, protocol remote.Protocol) (model.Model, error) {
	var o struct {
		remote.Options `yaml:",inline"`
		Prices         *money.Prices `yaml:"prices"`
	}
	if err := m.Decode(&o); err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	prompts, err := p.prompts(m, o.Prompt)
	if err != nil {
		return nil, err
	}
	made, err := p.session.Model(m.Name, protocol, o.Options, prompts, o.Prices)
	if err != nil {
		return nil, m.Fail("model %s: %v", m.Name, err)
	}
	p.prices[m.Name] = o.Prices
	p.outside = append(p.outside, made)
	return made, nil
}

func (p *Plan) command(m spec.Model) (model.Model, error) {
	var o struct {
		command.Options `yaml:",inline"`
		Prices          *money.Prices `yaml:"prices"`
	}
	if err := m.Decode(&o); err != nil {
		return nil, fmt.Errorf("model %s: %w", m.Name, err)
	}
	prompts, err := p.prompts(m, o.Prompt)
	if err != nil {
		return nil, err
	}
	made, err := command.New(m.Name, o.Options, command.Config{
		Getenv: p.world.Getenv, Now: p.world.Now, Sandbox: p.world.Sandbox, Dir: filepath.Dir(p.Spec.File),
	}, prompts, o.Prices)
	if err != nil {
		return nil, m.Fail("model %s: %v", m.Name, err)
	}
	if o.Paid {
		p.prices[m.Name] = o.Prices
	}
	p.commands = append(p.commands, made)
	return made, nil
}

// prompts loads the templates in a folder of the spec, or the program's own, once.
func (p *Plan) prompts(m spec.Model, dir string) (*prompt.Templates, error) {
	if dir != "" {
		dir = besides(p.Spec.File, dir)
	}
	if t := p.templates[dir]; t != nil {
		return t, nil
	}
	t, err := prompt.Load(dir)
	if err != nil {
		return nil, m.Fail("model %s: prompt: %v", m.Name, err)
	}
	p.templates[dir] = t
	return t, nil
}

// Inputs returns the SHA-256 of everything outside of the spec that decides the
// rows, by what it is: the source of the tasks, prompt templates, programs.
func (p *Plan) Inputs() map[string]string {
	in := map[string]string{p.Source.Ref.Path: p.Source.Ref.SHA256}
	for name, m := range p.Models {
		s := m.Settings()
		if h, ok := s["prompt_templates"].(string); ok {
			in["prompt templates of "+name] = h
		}
		if files, ok := s["files"].(map[string]string); ok {
			for file, h := range files {
				in["program of "+name+", "+file] = h
			}
		}
	}
	if file := p.Spec.Checker.Command; file != "" {
		if text, err := os.ReadFile(besides(p.Spec.File, file)); err == nil { // else the checker cannot be opened
			in["checker "+file] = fmt.Sprintf("%x", sha256.Sum256(text))
		}
	}
	return in
}

// Sandbox says how the programs that the plan starts are held, empty when it starts
// none.
func (p *Plan) Sandbox() string {
	var held []string
	if v, ok := p.Verifier.(interface{ Strength() string }); ok {
		held = append(held, "checker: "+v.Strength())
	}
	if len(p.commands) > 0 {
		held = append(held, "models: "+p.commands[0].Strength())
	}
	return strings.Join(held, "; ")
}

// Asks reports whether the plan has models whose answers are kept in a response
// store. Only then does [Plan.Connect] need one.
func (p *Plan) Asks() bool { return len(p.outside)+len(p.commands) > 0 }

// Connect makes the models outside of the program ready: run labels the answers that
// it asks for first, and what it has spent so far counts against the caps of the
// spec. With replay, answers come from the store alone.
func (p *Plan) Connect(run string, store *responses.Store, replay bool) error {
	spent, err := money.Spent(store, run, p.prices)
	if err != nil {
		return fmt.Errorf("what was spent: %w", err)
	}
	p.ledger = money.NewLedger(p.Spec.Caps, spent)
	p.session.Run, p.session.Store, p.session.Ledger, p.session.Replay = run, store, p.ledger, replay
	for _, c := range p.commands {
		c.Run, c.Store, c.Ledger, c.Replay = run, store, p.ledger, replay
	}
	return nil
}

// Ready returns all that is missing to ask the models outside of the program: keys.
func (p *Plan) Ready() error {
	var missing []error
	for _, m := range p.outside {
		missing = append(missing, m.Ready())
	}
	return errors.Join(missing...)
}

// Spent returns what the run has spent on models, over all its sessions; the zero
// Totals before [Plan.Connect].
func (p *Plan) Spent() money.Totals {
	if p.ledger == nil {
		return money.Totals{}
	}
	return p.ledger.Spent()
}

// Close gives the connections to endpoints back and ends the checker's processes.
func (p *Plan) Close() {
	p.session.Close()
	if c, ok := p.Verifier.(io.Closer); ok {
		c.Close()
	}
}
