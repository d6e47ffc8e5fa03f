-- What a file needs before Lean can elaborate a theorem in it with no library at all:
-- the constants that the elaborator itself refers to, each as small as it can be.
prelude
set_option bootstrap.inductiveCheckResultingUniverse false
set_option bootstrap.genMatcherCode false
set_option autoImplicit true
universe u v w r s
set_option genCtorIdx false
set_option genInjectivity false
inductive PUnit : Sort u where
  | unit : PUnit
abbrev Unit : Type := PUnit
abbrev Unit.unit : Unit := PUnit.unit
unsafe axiom lcErased : Type
unsafe axiom lcProof {α : Prop} : α
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type
def id {α : Sort u} (a : α) : α := a
unsafe axiom lcUnreachable {α : Sort u} : α
inductive Eq : α → α → Prop where
  | refl (a : α) : Eq a a
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a := h.rec (Eq.refl a)
inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a
theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' := 
  have : (α β : Sort u) → (a : α) → (b : β) → HEq a b → (h : Eq α β) → Eq (h.rec (motive := fun x _ => x) a) b :=
    fun _ _ _ _ h₁ => h₁.rec (fun _ => Eq.refl _)
  this α α a a' h (Eq.refl α)
abbrev Eq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq a b) : motive b := h.rec m
abbrev Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a
theorem heq_of_eq {α : Sort u} {a a' : α} (h : Eq a a') : HEq a a' := h.rec (HEq.refl a)
inductive True : Prop where
  | intro : True
inductive False : Prop
inductive Bool : Type where
  | false : Bool
  | true : Bool
noncomputable def cond {α : Sort u} (c : Bool) (x y : α) : α := c.rec y x
structure Prod (α : Type u) (β : Type v) where
  fst : α
  snd : β
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β
structure And (a b : Prop) : Prop where intro ::
  left : a
  right : b
inductive Nat : Type where
  | zero : Nat
  | succ (n : Nat) : Nat
structure PULift (α : Sort s) : Sort (max s r 1) where up ::
  down : α
noncomputable def Nat.ble (n m : Nat) : Bool := n.rec (fun _ => Bool.true) (fun _ f k => k.rec Bool.false (fun j _ => f j)) m
inductive Decidable (p : Prop) : Type where
  | isFalse (h : p → False) : Decidable p
  | isTrue (h : p) : Decidable p
axiom Nat.decEq (n m : Nat) : Decidable (Eq n m)
class OfNat (α : Type u) (_ : Nat) where
  ofNat : α
instance instOfNatNat (n : Nat) : OfNat Nat n := OfNat.mk n

inductive List (α : Type u) : Type u where
  | nil : List α
  | cons (head : α) (tail : List α) : List α
structure Char where
  val : Nat
axiom Char.ofNat (n : Nat) : Char
structure String where ofList ::
  toList : List Char
inductive Lean.Name : Type where
  | anonymous : Lean.Name
  | str (pre : Lean.Name) (s : String) : Lean.Name
  | num (pre : Lean.Name) (i : Nat) : Lean.Name
axiom sorryAx (α : Sort u) (synthetic : Bool) : α
def False.elim {C : Sort u} (h : False) : C := h.rec

axiom propext {a b : Prop} (h : (a → b) → (b → a) → False) : Eq a b
axiom Secret : False
theorem used : True := True.intro
namespace Shop
variable {α : Type u} (x : α)
theorem helper : True := True.intro
