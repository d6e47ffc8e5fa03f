package imported

import "testing"

func TestWithoutNaN(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":NaN,"b":[-Infinity,Infinity,-1],"NaN":"x\\"}`: `{"a":null,"b":[null,null,-1],"NaN":"x\\"}`,
		`"NaN \" Infinity", NaN`:                            `"NaN \" Infinity", null`,
		"\"\\":                                              "\"\\",
		`Na`:                                                `Na`,
	} {
		if got := string(WithoutNaN([]byte(in))); got != want {
			t.Errorf("%s becomes %s, want %s", in, got, want)
		}
	}
}
