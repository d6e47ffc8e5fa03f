import Toy.Z

open Toy

namespace Toy.Run

variable (c : Counter)

def twice : Nat := 2 * c.count

def half : Fin 2 := ⟨1, by decide⟩

lemma twice_eq : twice c = c.count + c.count := by
  unfold twice
  omega

lemma unused : 0 ≤ twice c := by
  exact Nat.zero_le _

theorem twice_le : twice c ≤ 2 * c.bound := by
  have bounded := Counter.count_le c
  rw [twice_eq c]
  calc c.count + c.count ≤ c.bound + c.bound := Nat.add_le_add bounded bounded
    _ = 2 * c.bound := by omega

theorem later : twice (Counter.zero 3) = 0 := by
  simp [twice, Counter.zero]

end Toy.Run
