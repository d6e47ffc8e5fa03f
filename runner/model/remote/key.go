package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"strconv"

	"proofgrid/runner/model"
)

// identity is everything that decides an answer. Its JSON is canonical: fields in
// this order, maps by their keys. A change of it orphans stored answers, so fields
// are added with omitempty alone.
type identity struct {
	Protocol string          `json:"protocol"`
	Endpoint string          `json:"endpoint"` // label
	Model    string          `json:"model"`
	Settings map[string]any  `json:"settings"` // as sent
	Prompt   []model.Message `json:"prompt"`
	Sample   int             `json:"sample"`
	Round    int             `json:"round"`
	Seed     string          `json:"seed"` // derived; decimal, since JSON's readers round large numbers
}

// key is the SHA-256 of a call's identity in hex.
func (m *Model) key(r *model.Request, prompt []model.Message) (string, error) {
	b, err := json.Marshal(identity{
		m.protocol.Name(), m.options.Endpoint, m.options.Model, m.sent(r), prompt,
		r.Sample, r.Round, strconv.FormatUint(r.Seed, 10),
	})
	if err != nil {
		return "", err
	}
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:]), nil
}

// sent is what a call's body says besides the model, the prompt and streaming.
func (m *Model) sent(r *model.Request) map[string]any {
	out := maps.Clone(m.settings)
	if s := m.seed(r); s != nil {
		out["seed"] = *s
	}
	return out
}

func (m *Model) seed(r *model.Request) *int64 {
	if !m.options.Seed {
		return nil
	}
	s := int64(r.Seed & (1<<31 - 1))
	return &s
}

func promptHash(prompt []model.Message) string {
	b, _ := json.Marshal(prompt) // texts alone: it cannot fail
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
