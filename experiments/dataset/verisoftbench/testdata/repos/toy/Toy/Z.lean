import Mathlib.Data.Nat.Basic

namespace Toy

/-- A counter. -/
structure Counter where
  count : Nat
  bound : Nat
  ok : count ≤ bound

def Counter.zero (n : Nat) : Counter where
  count := 0
  bound := n
  ok := by
    have h := Nat.zero_le n
    exact h

theorem Counter.count_le (c : Counter) : c.count ≤ c.bound := c.ok

end Toy
