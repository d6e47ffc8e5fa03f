package task

import "sync"

// Pool holds the declarations of one source in their order of declaration. It
// is shared by the tasks of the source and is never written after loading. It
// must not be copied.
type Pool struct {
	Premises  []Premise
	Tokenizer string // names how Premise.Tokens was counted

	derived sync.Map // of any key to func() any
}

// Derive returns what build makes of the pool, computed at the first call with
// this key and shared by all later ones. It is how an index over tens of
// thousands of premises is paid for once. The key should be of a type private to
// the caller's package. Safe for concurrent use.
func (p *Pool) Derive(key any, build func() any) any {
	once, _ := p.derived.LoadOrStore(key, sync.OnceValue(build))
	return once.(func() any)()
}

type names struct{}

// Lookup returns the index of the first premise of that name.
func (p *Pool) Lookup(name string) (int, bool) {
	index := p.Derive(names{}, func() any {
		m := make(map[string]int, len(p.Premises))
		for i := range p.Premises {
			if _, ok := m[p.Premises[i].Name]; !ok {
				m[p.Premises[i].Name] = i
			}
		}
		return m
	}).(map[string]int)
	i, ok := index[name]
	return i, ok
}
