namespace Toy
theorem apart (a b : Nat) : a + b = b + a := Nat.add_comm a b
end Toy
