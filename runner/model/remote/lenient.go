package remote

import "encoding/json"

// Count is a number of tokens in a response. What is none, as a fraction of one, a text
// or 1e400, is -1, and never an error: an answer that was paid must not be lost for a
// bad number beside it. Counts are so bounded that sums of them do not overflow.
type Count int64

const maxCount = 1e12

// UnmarshalJSON never fails.
func (c *Count) UnmarshalJSON(b []byte) error {
	*c = -1
	var f *float64
	if json.Unmarshal(b, &f) == nil && f != nil && *f >= 0 && *f < maxCount {
		*c = Count(*f)
	}
	return nil
}

// Or is the count, -1 when it is no number, and another one where nothing was said.
func (c *Count) Or(unsaid int64) int64 {
	if c == nil {
		return unsaid
	}
	return int64(*c)
}

// Word is a text that describes an answer, such as the model's name. One that is no
// text is empty, and never an error, as with [Count].
type Word string

// UnmarshalJSON never fails.
func (w *Word) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) != nil {
		s = ""
	}
	*w = Word(s)
	return nil
}
