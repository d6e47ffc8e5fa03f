package mm

import (
	"hash/maphash"
	"unsafe"
)

// names numbers distinct strings from 0 in the order in which they are added. The
// proofs of a large database look up a million labels, and what that costs is cache
// misses: the table and the names in it are kept small and together, where a map
// would lead through several times the memory.
type names struct {
	seed  maphash.Seed
	slots []nameSlot // a power of two, at most three quarters full
	text  []byte     // all names, one after the other; what is there is never changed
	ends  []uint32   // in text, by number + 1
}

type nameSlot struct {
	tag uint32 // half of the hash
	id  int32  // the number + 1; 0 is empty
}

func newNames() names {
	return names{seed: maphash.MakeSeed(), slots: make([]nameSlot, 1024), ends: []uint32{0}}
}

func (n *names) len() int { return len(n.ends) - 1 }

// at returns the name with a number.
func (n *names) at(id int32) string {
	b := n.text[n.ends[id]:n.ends[id+1]]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// find returns the number of a name, and -1 when it is not there.
func (n *names) find(name string) int32 {
	h := maphash.String(n.seed, name)
	mask := uint64(len(n.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := n.slots[i]
		if s.id == 0 {
			return -1
		}
		if s.tag == uint32(h>>32) && n.at(s.id-1) == name {
			return s.id - 1
		}
	}
}

// shortNames remembers where short names were found: a name of at most eight bytes
// without a zero byte is one number, so a hit compares the whole name. It is for one
// goroutine.
type shortNames [1 << 11]struct {
	name uint64
	id   int32
}

// find is names.find, with the memory.
func (c *shortNames) find(n *names, name string) int32 {
	if len(name) > 8 {
		return n.find(name)
	}
	var key uint64
	for i := range len(name) {
		key = key<<8 | uint64(name[i])
	}
	const mix = 0x9e3779b97f4a7c15
	slot := &c[key*mix>>(64-11)]
	if slot.name == key {
		return slot.id
	}
	id := n.find(name)
	if id >= 0 {
		slot.name, slot.id = key, id
	}
	return id
}

// add gives a name that is not there the next number.
func (n *names) add(name string) int32 {
	id := int32(n.len())
	n.text = append(n.text, name...)
	n.ends = append(n.ends, uint32(len(n.text)))
	if 4*n.len() > 3*len(n.slots) {
		n.slots = make([]nameSlot, 2*len(n.slots))
		for i := range id {
			n.insert(n.at(i), i)
		}
	}
	n.insert(name, id)
	return id
}

func (n *names) insert(name string, id int32) {
	h := maphash.String(n.seed, name)
	mask := uint64(len(n.slots) - 1)
	i := h & mask
	for n.slots[i].id != 0 {
		i = (i + 1) & mask
	}
	n.slots[i] = nameSlot{uint32(h >> 32), id + 1}
}
