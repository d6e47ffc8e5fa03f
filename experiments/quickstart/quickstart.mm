$( quickstart.mm - Version of 30-Nov-2026 $)

$(
   The quickstart database of proofgrid: propositional logic, equations,
   lattices, arithmetic, quantifiers and relations, in a notation and from
   axioms chosen for this project.  Copyright the proofgrid authors, licensed
   under the Apache License, Version 2.0.
$)

$c ( ) => ~ <=> & | wff |- $.

$v p q r s t $.
$( Let ` p ` be a formula. $)
wp $f wff p $.
$( Let ` q ` be a formula. $)
wq $f wff q $.
$( Let ` r ` be a formula. $)
wr $f wff r $.
$( Let ` s ` be a formula. $)
ws $f wff s $.
$( Let ` t ` be a formula. $)
wt $f wff t $.

$(
############################################################################
                          Propositional reasoning
############################################################################
$)

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                Implication
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( Three axioms and one rule give the implications that hold whatever their
   parts say.  Rules (theorems with hypotheses) have labels that end in a
   short suffix: r for the plain rule, l and k for one that works on the left
   or on the right, d for one under a common condition. $)

$( If p then q. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.imp $a wff ( p => q ) $.

${
  ax-det.1 $e |- p $.
  ax-det.2 $e |- ( p => q ) $.
  $( Detachment: from a formula and an implication from it, conclude.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  ax-det $a |- q $.
$}

$( What is given stays given under any condition.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-keep $a |- ( p => ( q => p ) ) $.

$( Two implications that meet link into one.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-link $a |- ( ( p => q ) => ( ( q => r ) => ( p => r ) ) ) $.

$( If denying more than p would give p, then p (Peirce's law).
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-peirce $a |- ( ( ( p => q ) => p ) => p ) $.

${
  imp.keep.r.1 $e |- p $.
  $( A proved formula follows from any condition.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.keep.r $p |- ( q => p ) $=
    wp wq wp w.imp imp.keep.r.1 wp wq ax-keep ax-det $.
$}

${
  imp.keep.rr.1 $e |- p $.
  $( A proved formula follows from any two conditions.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.keep.rr $p |- ( q => ( r => p ) ) $=
    wr wp w.imp wq wp wr imp.keep.rr.1 imp.keep.r imp.keep.r $.
$}

${
  imp.link.l.1 $e |- ( p => q ) $.
  $( An implication may be put in front of any other that starts at its end.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.link.l $p |- ( ( q => r ) => ( p => r ) ) $=
    wp wq w.imp wq wr w.imp wp wr w.imp w.imp imp.link.l.1 wp wq wr ax-link
    ax-det $.
$}

${
  imp.link.r.1 $e |- ( p => q ) $.
  imp.link.r.2 $e |- ( q => r ) $.
  $( Two proved implications that meet link into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.link.r $p |- ( p => r ) $=
    wq wr w.imp wp wr w.imp imp.link.r.2 wp wq w.imp wq wr w.imp wp wr w.imp
    w.imp imp.link.r.1 wp wq wr ax-link ax-det ax-det $.
$}

${
  imp.chain.r.1 $e |- ( p => q ) $.
  imp.chain.r.2 $e |- ( q => r ) $.
  imp.chain.r.3 $e |- ( r => s ) $.
  $( Three proved implications in a row link into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.chain.r $p |- ( p => s ) $=
    wp wr ws wp wq wr imp.chain.r.1 imp.chain.r.2 imp.link.r imp.chain.r.3
    imp.link.r $.
$}

${
  imp.peirce.r.1 $e |- ( ( p => q ) => p ) $.
  $( Peirce's law as a rule.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.peirce.r $p |- p $=
    wp wq w.imp wp w.imp wp imp.peirce.r.1 wp wq ax-peirce ax-det $.
$}

$( Every formula implies itself.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.self $p |- ( p => p ) $=
  wp wp wq w.imp wp w.imp wp wp wp wq w.imp ax-keep wp wq ax-peirce imp.link.r
  $.

$( Whatever follows from an implication follows from its conclusion.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.skip $p |- ( ( ( p => q ) => r ) => ( q => r ) ) $=
  wq wp wq w.imp wr wq wp ax-keep imp.link.l $.

$( Two conditions may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.swap $p |- ( ( p => ( q => r ) ) => ( q => ( p => r ) ) ) $=
  ( w.imp ax-link ax-keep imp.link.r ax-peirce imp.link.l )
  ABCDZDJCDZACDZDBLDAJCEBKLBJKDZKBJBDMBJFJBCEGMKCDKDKJKCEKCHGG IG $.

${
  imp.swap.r.1 $e |- ( p => ( q => r ) ) $.
  $( Two conditions change places, as a rule.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.swap.r $p |- ( q => ( p => r ) ) $=
    wp wq wr w.imp w.imp wq wp wr w.imp w.imp imp.swap.r.1 wp wq wr imp.swap
    ax-det $.
$}

$( A formula and an implication from it give the conclusion, in one formula.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.apply $p |- ( p => ( ( p => q ) => q ) ) $=
  wp wq w.imp wp wq wp wq w.imp imp.self imp.swap.r $.

${
  imp.apply.r.1 $e |- p $.
  $( A proved condition may be dropped from whatever waits for it.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.apply.r $p |- ( ( p => q ) => q ) $=
    wp wp wq w.imp wq w.imp imp.apply.r.1 wp wq imp.apply ax-det $.
$}

$( A condition asked for twice need be asked for once.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.double $p |- ( ( p => ( p => q ) ) => ( p => q ) ) $=
  ( w.imp ax-link ax-peirce imp.link.r ) AABCZCGBCGCGAGBDGBEF $.

${
  imp.double.r.1 $e |- ( p => ( p => q ) ) $.
  $( A condition asked for twice is asked for once, as a rule.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.double.r $p |- ( p => q ) $=
    wp wp wq w.imp w.imp wp wq w.imp imp.double.r.1 wp wq imp.double ax-det $.
$}

$( An implication may be carried behind a common condition.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.front $p |- ( ( q => r ) => ( ( p => q ) => ( p => r ) ) ) $=
  wp wq w.imp wq wr w.imp wp wr w.imp w.imp w.imp wq wr w.imp wp wq w.imp wp wr
  w.imp w.imp w.imp wp wq wr ax-link wp wq w.imp wq wr w.imp wp wr w.imp
  imp.swap ax-det $.

${
  imp.front.r.1 $e |- ( q => r ) $.
  $( A proved implication is carried behind a common condition.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.front.r $p |- ( ( p => q ) => ( p => r ) ) $=
    wq wr w.imp wp wq w.imp wp wr w.imp w.imp imp.front.r.1 wp wq wr imp.front
    ax-det $.
$}

$( A condition spreads over an implication.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.spread $p |- ( ( p => ( q => r ) ) => ( ( p => q ) => ( p => r ) ) ) $=
  ( w.imp imp.swap imp.front imp.double ax-det imp.chain.r )
  ABCDDBACDZDABDZAJDZDZKJDZABCEABJFLJDMNDACGKLJFHI $.

${
  imp.spread.r.1 $e |- ( p => ( q => r ) ) $.
  $( A condition spreads over a proved implication.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.spread.r $p |- ( ( p => q ) => ( p => r ) ) $=
    wp wq wr w.imp w.imp wp wq w.imp wp wr w.imp w.imp imp.spread.r.1 wp wq wr
    imp.spread ax-det $.
$}

${
  imp.under.1 $e |- ( p => ( q => r ) ) $.
  imp.under.2 $e |- ( p => q ) $.
  $( Detachment under a common condition.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.under $p |- ( p => r ) $=
    wp wq w.imp wp wr w.imp imp.under.2 wp wq wr w.imp w.imp wp wq w.imp wp wr
    w.imp w.imp imp.under.1 wp wq wr imp.spread ax-det ax-det $.
$}

$( What is spread over an implication can be gathered again.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.gather $p |- ( ( ( p => q ) => ( p => r ) ) => ( p => ( q => r ) ) ) $=
  ( w.imp imp.skip imp.swap imp.link.r ) ABDACDZDBHDABCDDABHEBACFG $.

${
  imp.deep.1 $e |- ( p => ( q => r ) ) $.
  imp.deep.2 $e |- ( r => s ) $.
  $( The conclusion behind two conditions may be weakened.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.deep $p |- ( p => ( q => s ) ) $=
    wp wq wr w.imp wq ws w.imp imp.deep.1 wr ws w.imp wq wr w.imp wq ws w.imp
    w.imp imp.deep.2 wq wr ws imp.front ax-det imp.link.r $.
$}

${
  imp.ante.1 $e |- ( p => ( q => r ) ) $.
  imp.ante.2 $e |- ( s => q ) $.
  $( The second of two conditions may be strengthened.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.ante $p |- ( p => ( s => r ) ) $=
    wp wq wr w.imp ws wr w.imp imp.ante.1 ws wq wr imp.ante.2 imp.link.l
    imp.link.r $.
$}

${
  imp.link.d.1 $e |- ( p => ( q => r ) ) $.
  imp.link.d.2 $e |- ( p => ( r => s ) ) $.
  $( Two implications under a common condition link into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.link.d $p |- ( p => ( q => s ) ) $=
    ( w.imp ax-link imp.link.r imp.under ) ACDGZBDGZABCGKLGEBCDHIFJ $.
$}

${
  imp.under2.1 $e |- ( p => ( q => ( r => s ) ) ) $.
  imp.under2.2 $e |- ( p => ( q => r ) ) $.
  $( Detachment under two common conditions.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  imp.under2 $p |- ( p => ( q => s ) ) $=
    ( w.imp imp.spread imp.link.r imp.under ) ABCGZBDGZABCDGGKLGEBCDHIFJ $.
$}

$( The third condition may come first.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.rotate $p |- ( ( p => ( q => ( r => s ) ) ) => ( r => ( p => ( q => s ) ) )
    ) $=
  wp wq wr ws w.imp w.imp w.imp wp wr wq ws w.imp w.imp w.imp wr wp wq ws w.imp
  w.imp w.imp wp wq wr ws w.imp w.imp wr wq ws w.imp w.imp wq wr ws imp.swap
  imp.front.r wp wr wq ws w.imp imp.swap imp.link.r $.

$( Waiting for q three times is no more than waiting once.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.three $p |- ( ( ( ( p => q ) => q ) => q ) => ( p => q ) ) $=
  wp wp wq w.imp wq w.imp wq wp wq imp.apply imp.link.l $.

$( If r follows from p => q and gives back p, then p.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.turn $p |- ( ( ( p => q ) => r ) => ( ( r => p ) => p ) ) $=
  wp wq w.imp wr w.imp wr wp w.imp wp wq w.imp wp w.imp wp wp wq w.imp wr wp
  ax-link wp wq ax-peirce imp.deep $.

$( One formula from which the whole logic of implication could be had.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.single $p |- ( ( ( p => q ) => r ) => ( ( r => p ) => ( s => p ) ) ) $=
  wp wq w.imp wr w.imp wr wp w.imp wp ws wp w.imp wp wq wr imp.turn wp ws
  ax-keep imp.deep $.

$( What follows both from p and from an implication out of p holds.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.alt $p |- ( ( p => r ) => ( ( ( p => q ) => r ) => r ) ) $=
  ( w.imp ax-link ax-peirce imp.deep imp.link.r )
  ACDCBDZABDZDZJCDZCDACBEKLICDCIJCECBFGH $.

$( What follows from p => q and from q => p holds: one of the two is true.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.linear $p |- ( ( ( p => q ) => r ) => ( ( ( q => p ) => r ) => r ) ) $=
  wp wq w.imp wr w.imp wq wr w.imp wq wp w.imp wr w.imp wr w.imp wp wq wr
  imp.skip wq wp wr imp.alt imp.link.r $.

$( An implication is carried along at its front and at its back together.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.wrap $p |- ( ( r => q ) => ( ( s => t ) => ( ( q => s ) => ( r => t ) ) ) )
    $=
  ( w.imp ax-link imp.front imp.link.r imp.swap.r )
  BAEACEZBCEZEZCDEZJBDEZEZEBACFMLOMKNELOEBCDGJKNGHIH $.

$( What follows from both parts of a disjunction written with implications
   only. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.fold $p |- ( ( p => q ) => ( ( r => q ) => ( ( ( p => r ) => r ) => q ) ) )
    $=
  ( w.imp imp.alt imp.front imp.link.r imp.ante )
  ABDZACDZCDZJBDZDZKBDZCBDILBDMNDACBEKLBFGJCBFH $.

$( A condition that the first one gives may be dropped.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
imp.cross $p |- ( ( p => q ) => ( ( q => ( p => r ) ) => ( p => r ) ) ) $=
  wp wq w.imp wq wp wr w.imp w.imp wp wp wr w.imp w.imp wp wr w.imp wp wq wp wr
  w.imp ax-link wp wr imp.double imp.deep $.

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                  Negation
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( Not p. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.neg $a wff ~ p $.

$( From a formula and its negation anything follows.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-clash $a |- ( ~ p => ( p => q ) ) $.

$( A formula that refutes itself is false.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-self $a |- ( ( p => ~ p ) => ~ p ) $.

$( From a formula and its negation anything follows, the formula first.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.clash $p |- ( p => ( ~ p => q ) ) $=
  wp w.neg wp wq w.imp w.imp wp wp w.neg wq w.imp w.imp wp wq ax-clash wp w.neg
  wp wq imp.swap ax-det $.

${
  neg.clash.r.1 $e |- p $.
  neg.clash.r.2 $e |- ~ p $.
  $( A proved contradiction proves anything.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.clash.r $p |- q $=
    wp wq neg.clash.r.1 wp w.neg wp wq w.imp neg.clash.r.2 wp wq ax-clash
    ax-det ax-det $.
$}

${
  neg.clash.d.1 $e |- ( p => q ) $.
  neg.clash.d.2 $e |- ( p => ~ q ) $.
  $( A condition that gives a contradiction gives anything.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.clash.d $p |- ( p => r ) $=
    wp wq wr wp wq w.neg wq wr w.imp neg.clash.d.2 wq wr ax-clash imp.link.r
    neg.clash.d.1 imp.under $.
$}

${
  neg.self.r.1 $e |- ( p => ~ p ) $.
  $( A formula that refutes itself is false, as a rule.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.self.r $p |- ~ p $=
    wp wp w.neg w.imp wp w.neg neg.self.r.1 wp ax-self ax-det $.
$}

$( A formula that follows from its own negation is true.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.prove $p |- ( ( ~ p => p ) => p ) $=
  ( w.neg w.imp ax-self imp.link.l ax-peirce imp.link.r )
  ABZACAHCZACAIHAADEAHFG $.

${
  neg.prove.r.1 $e |- ( ~ p => p ) $.
  $( A formula proved from its own negation is proved.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.prove.r $p |- p $=
    wp w.neg wp w.imp wp neg.prove.r.1 wp neg.prove ax-det $.
$}

$( Two negations may be taken away.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.out $p |- ( ~ ~ p => p ) $=
  wp w.neg w.neg wp w.neg wp w.imp wp wp w.neg wp ax-clash wp neg.prove
  imp.link.r $.

$( Two negations may be added.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.in $p |- ( p => ~ ~ p ) $=
  wp wp w.neg wp w.neg w.neg w.imp wp w.neg w.neg wp wp w.neg w.neg neg.clash
  wp w.neg ax-self imp.link.r $.

$( What gives both a formula and its negation is false.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.absurd $p |- ( ( p => q ) => ( ( p => ~ q ) => ~ p ) ) $=
  ( w.imp w.neg neg.clash imp.front.r imp.spread imp.link.r ax-self imp.deep )
  ABCZABDZCZAADZCZNKALNCZCMOCABPBNEFALNGHAIJ $.

${
  neg.absurd.r.1 $e |- ( p => q ) $.
  neg.absurd.r.2 $e |- ( p => ~ q ) $.
  $( What gives both a formula and its negation is false, as a rule.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.absurd.r $p |- ~ p $=
    wp wq w.neg w.imp wp w.neg neg.absurd.r.2 wp wq w.imp wp wq w.neg w.imp wp
    w.neg w.imp neg.absurd.r.1 wp wq neg.absurd ax-det ax-det $.
$}

$( An implication may be read backwards with both sides negated.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.flip $p |- ( ( p => q ) => ( ~ q => ~ p ) ) $=
  wp wq w.imp wp wq w.neg w.imp wp w.neg wq w.neg wp wq neg.absurd wq w.neg wp
  ax-keep imp.ante $.

${
  neg.flip.r.1 $e |- ( p => q ) $.
  $( A proved implication read backwards with both sides negated.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.flip.r $p |- ( ~ q => ~ p ) $=
    wp wq w.imp wq w.neg wp w.neg w.imp neg.flip.r.1 wp wq neg.flip ax-det $.
$}

${
  neg.refute.r.1 $e |- ( p => q ) $.
  neg.refute.r.2 $e |- ~ q $.
  $( What implies something false is false.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.refute.r $p |- ~ p $=
    wq w.neg wp w.neg neg.refute.r.2 wp wq neg.refute.r.1 neg.flip.r ax-det $.
$}

$( Reading an implication backwards takes a negation off its front.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.flip.l $p |- ( ( ~ p => q ) => ( ~ q => p ) ) $=
  wp w.neg wq w.imp wq w.neg wp w.neg w.neg wp wp w.neg wq neg.flip wp neg.out
  imp.deep $.

$( Reading an implication backwards takes a negation off its back.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.flip.k $p |- ( ( p => ~ q ) => ( q => ~ p ) ) $=
  wp wq w.neg w.imp wq w.neg w.neg wp w.neg wq wp wq w.neg neg.flip wq neg.in
  imp.ante $.

$( Reading an implication backwards takes a negation off both sides.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.flip.out $p |- ( ( ~ p => ~ q ) => ( q => p ) ) $=
  wp w.neg wq w.neg w.imp wq w.neg w.neg wp wq wp wq w.neg neg.flip.l wq neg.in
  imp.ante $.

$( What gives both a formula and its negation when denied is true.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.absurd.out $p |- ( ( ~ p => q ) => ( ( ~ p => ~ q ) => p ) ) $=
  wp w.neg wq w.imp wp w.neg wq w.neg w.imp wp w.neg w.neg wp wp w.neg wq
  neg.absurd wp neg.out imp.deep $.

$( If not p leads to q and q to r, the failure of r gives p.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.chain $p |- ( ( ~ p => q ) => ( ( q => r ) => ( ~ r => p ) ) ) $=
  wp w.neg wq w.imp wq wr w.imp wp w.neg wr w.imp wr w.neg wp w.imp wp w.neg wq
  wr ax-link wp wr neg.flip.l imp.deep $.

$( What follows from p and from not p holds.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.cases $p |- ( ( p => q ) => ( ( ~ p => q ) => q ) ) $=
  wp wq w.imp wq w.neg wp w.neg w.imp wp w.neg wq w.imp wq w.imp wp wq neg.flip
  wq w.neg wp w.neg w.imp wp w.neg wq w.imp wq w.neg wq w.imp wq wq w.neg wp
  w.neg wq ax-link wq neg.prove imp.deep imp.link.r $.

${
  neg.cases.r.1 $e |- ( p => q ) $.
  neg.cases.r.2 $e |- ( ~ p => q ) $.
  $( What is proved from p and from not p is proved.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.cases.r $p |- q $=
    wp w.neg wq w.imp wq neg.cases.r.2 wp wq w.imp wp w.neg wq w.imp wq w.imp
    neg.cases.r.1 wp wq neg.cases ax-det ax-det $.
$}

${
  neg.cases.d.1 $e |- ( p => ( q => r ) ) $.
  neg.cases.d.2 $e |- ( p => ( ~ q => r ) ) $.
  $( Proof by cases under a common condition.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  neg.cases.d $p |- ( p => r ) $=
    wp wq w.neg wr w.imp wr wp wq wr w.imp wq w.neg wr w.imp wr w.imp
    neg.cases.d.1 wq wr neg.cases imp.link.r neg.cases.d.2 imp.under $.
$}

$( If an implication fails, its condition holds.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.fail.l $p |- ( ~ ( p => q ) => p ) $=
  wp w.neg wp wq w.imp w.imp wp wq w.imp w.neg wp w.imp wp wq ax-clash wp wp wq
  w.imp neg.flip.l ax-det $.

$( If an implication fails, its conclusion is false.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.fail.k $p |- ( ~ ( p => q ) => ~ q ) $=
  wq wp wq w.imp wq wp ax-keep neg.flip.r $.

$( An implication from something true to something false fails.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.fail $p |- ( p => ( ~ q => ~ ( p => q ) ) ) $=
  wp wp wq w.imp wq w.imp wq w.neg wp wq w.imp w.neg w.imp wp wq imp.apply wp
  wq w.imp wq neg.flip imp.link.r $.

$( If an implication fails, the one the other way round holds.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.turn $p |- ( ~ ( p => q ) => ( q => p ) ) $=
  wp wq w.imp w.neg wp wq wp w.imp wp wq neg.fail.l wp wq ax-keep imp.link.r $.

$( What follows from an implication follows from the negation of its
   condition. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.split $p |- ( ( ( p => q ) => r ) => ( ~ p => r ) ) $=
  wp w.neg wp wq w.imp wr wp wq ax-clash imp.link.l $.

$( What follows from not p and from q follows from p => q.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.merge $p |- ( ( ~ p => r ) => ( ( q => r ) => ( ( p => q ) => r ) ) ) $=
  ( w.neg w.imp neg.cases imp.swap.r imp.front imp.link.r imp.ante )
  ADCEZABEZACEZEZLCEZBCEKMCENOEMKCACFGLMCHIABCHJ $.

$( If p gives q and its failure gives r, the failure of q gives r.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.choose $p |- ( ( p => q ) => ( ( ~ p => r ) => ( ~ q => r ) ) ) $=
  ( w.imp w.neg neg.flip ax-link imp.link.r ) ABDBEZAEZDJCDICDDABFIJCGH $.

$( If not p leads to q and q refutes r, then r gives p.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
neg.chain.k $p |- ( ( ~ p => q ) => ( ( q => ~ r ) => ( r => p ) ) ) $=
  wp w.neg wq w.imp wq wr w.neg w.imp wp w.neg wr w.neg w.imp wr wp w.imp wp
  w.neg wq wr w.neg ax-link wp wr neg.flip.out imp.deep $.

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                Equivalence
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( p exactly when q. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.iff $a wff ( p <=> q ) $.

$( An implication and its converse together give the equivalence.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-iffm $a |- ( ( p => q ) => ( ( q => p ) => ( p <=> q ) ) ) $.

$( An equivalence gives the implication from left to right.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-iffl $a |- ( ( p <=> q ) => ( p => q ) ) $.

$( An equivalence gives the implication from right to left.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-iffk $a |- ( ( p <=> q ) => ( q => p ) ) $.

${
  iff.l.r.1 $e |- ( p <=> q ) $.
  $( A proved equivalence read from left to right.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.l.r $p |- ( p => q ) $=
    wp wq w.iff wp wq w.imp iff.l.r.1 wp wq df-iffl ax-det $.
$}

${
  iff.k.r.1 $e |- ( p <=> q ) $.
  $( A proved equivalence read from right to left.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.k.r $p |- ( q => p ) $=
    wp wq w.iff wq wp w.imp iff.k.r.1 wp wq df-iffk ax-det $.
$}

${
  iff.make.r.1 $e |- ( p => q ) $.
  iff.make.r.2 $e |- ( q => p ) $.
  $( Two proved implications, there and back, make an equivalence.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.make.r $p |- ( p <=> q ) $=
    wq wp w.imp wp wq w.iff iff.make.r.2 wp wq w.imp wq wp w.imp wp wq w.iff
    w.imp iff.make.r.1 wp wq df-iffm ax-det ax-det $.
$}

${
  iff.det.l.1 $e |- p $.
  iff.det.l.2 $e |- ( p <=> q ) $.
  $( Detachment along an equivalence from left to right.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.det.l $p |- q $=
    wp wq iff.det.l.1 wp wq iff.det.l.2 iff.l.r ax-det $.
$}

${
  iff.det.k.1 $e |- q $.
  iff.det.k.2 $e |- ( p <=> q ) $.
  $( Detachment along an equivalence from right to left.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.det.k $p |- p $=
    wq wp iff.det.k.1 wp wq iff.det.k.2 iff.k.r ax-det $.
$}

$( Every formula is equivalent to itself.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.self $p |- ( p <=> p ) $=
  wp wp wp imp.self wp imp.self iff.make.r $.

$( Every formula is equivalent to itself under any condition.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.self.d $p |- ( p => ( q <=> q ) ) $=
  wq wq w.iff wp wq iff.self imp.keep.r $.

${
  iff.turn.r.1 $e |- ( p <=> q ) $.
  $( A proved equivalence may be turned round.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.turn.r $p |- ( q <=> p ) $=
    wq wp wp wq iff.turn.r.1 iff.k.r wp wq iff.turn.r.1 iff.l.r iff.make.r $.
$}

${
  iff.join.r.1 $e |- ( p <=> q ) $.
  iff.join.r.2 $e |- ( q <=> r ) $.
  $( Two proved equivalences that meet join into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.join.r $p |- ( p <=> r ) $=
    ( iff.l.r imp.link.r iff.k.r iff.make.r ) ACABCABDFBCEFGCBABCEHABDHGI $.
$}

${
  iff.chain.r.1 $e |- ( p <=> q ) $.
  iff.chain.r.2 $e |- ( q <=> r ) $.
  iff.chain.r.3 $e |- ( r <=> s ) $.
  $( Three proved equivalences in a row join into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.chain.r $p |- ( p <=> s ) $=
    wp wr ws wp wq wr iff.chain.r.1 iff.chain.r.2 iff.join.r iff.chain.r.3
    iff.join.r $.
$}

${
  iff.fork.r.1 $e |- ( p <=> q ) $.
  iff.fork.r.2 $e |- ( p <=> r ) $.
  $( Two formulas equivalent to a third are equivalent to each other.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.fork.r $p |- ( q <=> r ) $=
    wq wp wr wp wq iff.fork.r.1 iff.turn.r iff.fork.r.2 iff.join.r $.
$}

${
  iff.link.l.1 $e |- ( p <=> q ) $.
  iff.link.l.2 $e |- ( q => r ) $.
  $( A proved equivalence lets an implication start from its left side.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.link.l $p |- ( p => r ) $=
    wp wq wr wp wq iff.link.l.1 iff.l.r iff.link.l.2 imp.link.r $.
$}

${
  iff.link.both.1 $e |- ( p => q ) $.
  iff.link.both.2 $e |- ( r <=> p ) $.
  iff.link.both.3 $e |- ( q <=> s ) $.
  $( A proved implication carries over to equivalents of its two sides.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.link.both $p |- ( r => s ) $=
    wr wp wq ws wr wp iff.link.both.2 iff.l.r iff.link.both.1 wq ws
    iff.link.both.3 iff.l.r imp.chain.r $.
$}

$( An equivalence may be turned round.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.turn $p |- ( ( p <=> q ) => ( q <=> p ) ) $=
  ( w.iff w.imp df-iffk df-iffm imp.link.r df-iffl imp.under )
  ABCZABDZBACZJBADKLDABEBAFGABHI $.

${
  iff.make.d.1 $e |- ( p => ( q => r ) ) $.
  iff.make.d.2 $e |- ( p => ( r => q ) ) $.
  $( Implications there and back under a condition make an equivalence under
     it. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.make.d $p |- ( p => ( q <=> r ) ) $=
    ( w.imp w.iff df-iffm imp.link.r imp.under ) ACBFZBCGZABCFKLFDBCHIEJ $.
$}

$( Two equivalences that meet join into one, in one formula.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.join $p |- ( ( p <=> q ) => ( ( q <=> r ) => ( p <=> r ) ) ) $=
  ( w.iff w.imp df-iffl ax-link imp.link.r imp.ante df-iffm imp.deep df-iffk
  imp.front imp.under2 )
  ABDZBCDZCAEZACDZOPACEZQREOBCEZSPOABETSEABFABCGHBCFIACJKOCBEZ
  QPOBAEUAQEABLCBAMHBCLIN $.

${
  iff.join.d.1 $e |- ( p => ( q <=> r ) ) $.
  iff.join.d.2 $e |- ( p => ( r <=> s ) ) $.
  $( Two equivalences under a common condition join into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.join.d $p |- ( p => ( q <=> s ) ) $=
    ( w.iff w.imp iff.join imp.link.r imp.under ) ACDGZBDGZABCGLMHEBCDIJFK $.
$}

$( Equivalent formulas have equivalent negations.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.neg $p |- ( ( p <=> q ) => ( ~ p <=> ~ q ) ) $=
  ( w.iff w.neg w.imp df-iffk neg.flip imp.link.r df-iffl iff.make.d )
  ABCZADZBDZKBAELMEABFBAGHKABEMLEABIABGHJ $.

${
  iff.neg.r.1 $e |- ( p <=> q ) $.
  $( A proved equivalence holds between the negations.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.neg.r $p |- ( ~ p <=> ~ q ) $=
    wp w.neg wq w.neg wq wp wp wq iff.neg.r.1 iff.k.r neg.flip.r wp wq wp wq
    iff.neg.r.1 iff.l.r neg.flip.r iff.make.r $.
$}

$( An equivalence of negations holds between the formulas themselves.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.neg.out $p |- ( ( ~ p <=> ~ q ) => ( p <=> q ) ) $=
  ( w.neg w.iff w.imp df-iffk neg.flip.out imp.link.r df-iffl iff.make.d )
  ACZBCZDZABMLKEABEKLFBAGHMKLEBAEKLIABGHJ $.

${
  iff.imp.l.1 $e |- ( p <=> q ) $.
  $( Equivalents may replace each other in front of an implication.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.imp.l $p |- ( ( p => r ) <=> ( q => r ) ) $=
    wp wr w.imp wq wr w.imp wq wp wr wp wq iff.imp.l.1 iff.k.r imp.link.l wp wq
    wr wp wq iff.imp.l.1 iff.l.r imp.link.l iff.make.r $.
$}

${
  iff.imp.k.1 $e |- ( p <=> q ) $.
  $( Equivalents may replace each other behind an implication.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.imp.k $p |- ( ( r => p ) <=> ( r => q ) ) $=
    wr wp w.imp wr wq w.imp wr wp wq wp wq iff.imp.k.1 iff.l.r imp.front.r wr
    wq wp wp wq iff.imp.k.1 iff.k.r imp.front.r iff.make.r $.
$}

${
  iff.imp.r.1 $e |- ( p <=> q ) $.
  iff.imp.r.2 $e |- ( r <=> s ) $.
  $( Equivalents may replace each other on both sides of an implication.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.imp.r $p |- ( ( p => r ) <=> ( q => s ) ) $=
    wp wr w.imp wq wr w.imp wq ws w.imp wp wq wr iff.imp.r.1 iff.imp.l wr ws wq
    iff.imp.r.2 iff.imp.k iff.join.r $.
$}

${
  iff.imp.d.1 $e |- ( p => ( q <=> r ) ) $.
  iff.imp.d.2 $e |- ( p => ( s <=> t ) ) $.
  $( Equivalents under a condition may replace each other in an implication.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.imp.d $p |- ( p => ( ( q => s ) <=> ( r => t ) ) ) $=
    ( w.imp w.iff df-iffk imp.link.r imp.wrap df-iffl imp.under iff.make.d )
    ABDHZCEHZADEHZPQHZACBHZRSHABCIZTFBCJKBCDELKADEIZRGDEMKNAEDHZ
    QPHZABCHZUCUDHAUAUEFBCMKCBEDLKAUBUCGDEJKNO $.
$}

${
  iff.neg.d.1 $e |- ( p => ( q <=> r ) ) $.
  $( Equivalents under a condition have equivalent negations under it.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.neg.d $p |- ( p => ( ~ q <=> ~ r ) ) $=
    wp wq wr w.iff wq w.neg wr w.neg w.iff iff.neg.d.1 wq wr iff.neg imp.link.r
    $.
$}

$( A formula is equivalent to its double negation.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.twice $p |- ( p <=> ~ ~ p ) $=
  wp wp w.neg w.neg wp neg.in wp neg.out iff.make.r $.

$( An implication is equivalent to its reading backwards.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.flip $p |- ( ( p => q ) <=> ( ~ q => ~ p ) ) $=
  wp wq w.imp wq w.neg wp w.neg w.imp wp wq neg.flip wq wp neg.flip.out
  iff.make.r $.

$( The order of two conditions does not matter.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.swap $p |- ( ( p => ( q => r ) ) <=> ( q => ( p => r ) ) ) $=
  wp wq wr w.imp w.imp wq wp wr w.imp w.imp wp wq wr imp.swap wq wp wr imp.swap
  iff.make.r $.

${
  iff.iff.l.1 $e |- ( p <=> q ) $.
  $( Equivalents may replace each other on the left of an equivalence.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.iff.l $p |- ( ( p <=> r ) <=> ( q <=> r ) ) $=
    ( w.iff w.imp iff.turn.r iff.join ax-det iff.make.r )
    ACEZBCEZBAEKLFABDGBACHIABELKFDABCHIJ $.
$}

${
  iff.iff.k.1 $e |- ( p <=> q ) $.
  $( Equivalents may replace each other on the right of an equivalence.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  iff.iff.k $p |- ( ( r <=> p ) <=> ( r <=> q ) ) $=
    wr wp w.iff wr wq w.iff wp wq w.iff wr wp w.iff wr wq w.iff w.imp
    iff.iff.k.1 wr wp w.iff wp wq w.iff wr wq w.iff wr wp wq iff.join
    imp.swap.r ax-det wq wp w.iff wr wq w.iff wr wp w.iff w.imp wp wq
    iff.iff.k.1 iff.turn.r wr wq w.iff wq wp w.iff wr wp w.iff wr wq wp
    iff.join imp.swap.r ax-det iff.make.r $.
$}

$( Equivalent formulas are equivalent to the same formulas.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.cong $p |- ( ( p <=> q ) => ( ( p <=> r ) <=> ( q <=> r ) ) ) $=
  ( w.iff w.imp iff.turn iff.join imp.link.r iff.make.d )
  ABDZACDZBCDZJBADKLEABFBACGHABCGI $.

$( The two sides of an equivalence may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.comm $p |- ( ( p <=> q ) <=> ( q <=> p ) ) $=
  wp wq w.iff wq wp w.iff wp wq iff.turn wq wp iff.turn iff.make.r $.

$( A condition that holds adds nothing.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.cond $p |- ( p => ( q <=> ( p => q ) ) ) $=
  wp wq wp wq w.imp wq wp wq w.imp w.imp wp wq wp ax-keep imp.keep.r wp wq
  imp.apply iff.make.d $.

$( Two true formulas are equivalent.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.known $p |- ( p => ( q => ( p <=> q ) ) ) $=
  ( w.iff w.imp ax-keep df-iffm imp.link.r imp.ante imp.swap.r )
  BAABCZBBADZJABABDKJDBAEABFGABEHI $.

$( Two false formulas are equivalent.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.void $p |- ( ~ p => ( ~ q => ( p <=> q ) ) ) $=
  wp w.neg wq wp w.imp wp wq w.iff wq w.neg wp w.neg wp wq w.imp wq wp w.imp wp
  wq w.iff w.imp wp wq ax-clash wp wq df-iffm imp.link.r wq wp ax-clash
  imp.ante $.

$( No formula is equivalent to its own negation.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.clash $p |- ~ ( p <=> ~ p ) $=
  ( w.neg w.iff w.imp df-iffk neg.prove imp.link.r df-iffl ax-self neg.absurd.r
  ) AABZCZALKADAAKEAFGLAKDKAKHAIGJ $.

$( To be equivalent to something true is to be true.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.true $p |- ( p => ( ( p <=> q ) <=> q ) ) $=
  wp wp wq w.iff wq wp wq w.iff wp wq wp wq df-iffl imp.swap.r wp wq iff.known
  iff.make.d $.

$( To be equivalent to something false is to be false.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.false $p |- ( ~ p => ( ( p <=> q ) <=> ~ q ) ) $=
  wp w.neg wp wq w.iff wq w.neg wp wq w.iff wp w.neg wq w.neg wp wq w.iff wq wp
  w.imp wp w.neg wq w.neg w.imp wp wq df-iffk wq wp neg.flip imp.link.r
  imp.swap.r wp wq iff.void iff.make.d $.

$( An equivalence fails exactly when it holds with one side negated.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.apart $p |- ( ~ ( p <=> q ) <=> ( ~ p <=> q ) ) $=
  ( w.iff w.neg iff.true iff.neg imp.link.r neg.in iff.false iff.turn
  imp.chain.r iff.join.d iff.twice iff.turn.r imp.keep.r neg.cases.r )
  AABCZDZADZBCZCARBDZTAQBCRUACABEQBFGASDTUACUATCAHSBITUAJKLSRB
  TSRUADZBSQUACRUBCABIQUAFGUBBCSBUBBMNOLSTBCBTCSBETBJGLP $.

$( Brackets do not matter in a row of equivalences.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
iff.assoc $p |- ( ( p <=> ( q <=> r ) ) <=> ( ( p <=> q ) <=> r ) ) $=
  ( w.iff iff.true iff.cong iff.turn imp.chain.r iff.join.d w.neg iff.false
  iff.apart imp.keep.r neg.cases.r )
  AABCDZDZABDZCDZDAPORAOEAQBDRODORDABEQBCFROGHIAJZPBJZCDZRSPOJ
  ZUAAOKUBUADSBCLMISQTDRUADUARDABKQTCFRUAGHIN $.

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                Conjunction
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( Both p and q. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.and $a wff ( p & q ) $.

$( A conjunction gives its left part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-andl $a |- ( ( p & q ) => p ) $.

$( A conjunction gives its right part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-andk $a |- ( ( p & q ) => q ) $.

$( Two formulas, one after the other, give their conjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-andm $a |- ( p => ( q => ( p & q ) ) ) $.

${
  and.make.r.1 $e |- p $.
  and.make.r.2 $e |- q $.
  $( Two proved formulas give their conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.make.r $p |- ( p & q ) $=
    wq wp wq w.and and.make.r.2 wp wq wp wq w.and w.imp and.make.r.1 wp wq
    df-andm ax-det ax-det $.
$}

${
  and.l.r.1 $e |- ( p & q ) $.
  $( The left part of a proved conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.l.r $p |- p $=
    wp wq w.and wp and.l.r.1 wp wq df-andl ax-det $.
$}

${
  and.k.r.1 $e |- ( p & q ) $.
  $( The right part of a proved conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.k.r $p |- q $=
    wp wq w.and wq and.k.r.1 wp wq df-andk ax-det $.
$}

$( Three formulas together give the first.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.outer $p |- ( ( ( p & q ) & r ) => p ) $=
  wp wq w.and wr w.and wp wq w.and wp wp wq w.and wr df-andl wp wq df-andl
  imp.link.r $.

$( Three formulas together give the one in the middle.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.middle $p |- ( ( ( p & q ) & r ) => q ) $=
  wp wq w.and wr w.and wp wq w.and wq wp wq w.and wr df-andl wp wq df-andk
  imp.link.r $.

${
  and.turn.r.1 $e |- ( p & q ) $.
  $( A proved conjunction may be turned round.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.turn.r $p |- ( q & p ) $=
    wq wp wp wq and.turn.r.1 and.k.r wp wq and.turn.r.1 and.l.r and.make.r $.
$}

$( Two conditions in a row may be packed into a conjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.pack $p |- ( ( p => ( q => r ) ) => ( ( p & q ) => r ) ) $=
  ( w.imp w.and df-andl imp.link.l imp.spread imp.link.r df-andk imp.keep.r
  imp.under ) ABCDZDZABEZBDZOCDZNOMDPQDOAMABFGOBCHIPNABJKL $.

${
  and.pack.r.1 $e |- ( p => ( q => r ) ) $.
  $( Two conditions in a row packed into a conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.pack.r $p |- ( ( p & q ) => r ) $=
    wp wq wr w.imp w.imp wp wq w.and wr w.imp and.pack.r.1 wp wq wr and.pack
    ax-det $.
$}

$( A conjunction as condition may be unpacked into two in a row.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.unpack $p |- ( ( ( p & q ) => r ) => ( p => ( q => r ) ) ) $=
  ( w.and w.imp df-andm ax-link imp.link.r imp.swap.r )
  AABDZCEZBCEZABJEKLEABFBJCGHI $.

${
  and.unpack.r.1 $e |- ( ( p & q ) => r ) $.
  $( A conjunction as condition unpacked into two in a row.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.unpack.r $p |- ( p => ( q => r ) ) $=
    wp wq wp wq w.and wr wp wq df-andm and.unpack.r.1 imp.deep $.
$}

$( Two conditions in a row ask for the same as their conjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.pack.iff $p |- ( ( p => ( q => r ) ) <=> ( ( p & q ) => r ) ) $=
  wp wq wr w.imp w.imp wp wq w.and wr w.imp wp wq wr and.pack wp wq wr
  and.unpack iff.make.r $.

${
  and.both.1 $e |- ( p => q ) $.
  and.both.2 $e |- ( p => r ) $.
  $( What gives two formulas gives their conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.both $p |- ( p => ( q & r ) ) $=
    wp wr wq wr w.and wp wq wr wq wr w.and w.imp and.both.1 wq wr df-andm
    imp.link.r and.both.2 imp.under $.
$}

$( A conjunction may be turned round.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.turn $p |- ( ( p & q ) => ( q & p ) ) $=
  wp wq w.and wq wp wp wq df-andk wp wq df-andl and.both $.

$( The order of a conjunction does not matter.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.comm $p |- ( ( p & q ) <=> ( q & p ) ) $=
  wp wq w.and wq wp w.and wp wq and.turn wq wp and.turn iff.make.r $.

$( Saying a thing twice is saying it.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.idem $p |- ( p <=> ( p & p ) ) $=
  wp wp wp w.and wp wp wp wp imp.self wp imp.self and.both wp wp df-andl
  iff.make.r $.

${
  and.mono.1 $e |- ( p => q ) $.
  and.mono.2 $e |- ( r => s ) $.
  $( Both parts of a conjunction may be weakened.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.mono $p |- ( ( p & r ) => ( q & s ) ) $=
    ( w.and df-andl imp.link.r df-andk and.both ) ACGZBDLABACHEILCDACJFIK $.
$}

${
  and.mono.l.1 $e |- ( p => q ) $.
  $( The left part of a conjunction may be weakened.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.mono.l $p |- ( ( p & r ) => ( q & r ) ) $=
    wp wq wr wr and.mono.l.1 wr imp.self and.mono $.
$}

${
  and.iff.l.1 $e |- ( p <=> q ) $.
  $( Equivalents may replace each other on the left of a conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.iff.l $p |- ( ( p & r ) <=> ( q & r ) ) $=
    wp wr w.and wq wr w.and wp wq wr wp wq and.iff.l.1 iff.l.r and.mono.l wq wp
    wr wp wq and.iff.l.1 iff.k.r and.mono.l iff.make.r $.
$}

${
  and.iff.k.1 $e |- ( p <=> q ) $.
  $( Equivalents may replace each other on the right of a conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.iff.k $p |- ( ( r & p ) <=> ( r & q ) ) $=
    wr wp w.and wr wq w.and wr wr wp wq wr imp.self wp wq and.iff.k.1 iff.l.r
    and.mono wr wr wq wp wr imp.self wp wq and.iff.k.1 iff.k.r and.mono
    iff.make.r $.
$}

$( Brackets do not matter in a row of conjunctions.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.assoc $p |- ( ( ( p & q ) & r ) <=> ( p & ( q & r ) ) ) $=
  ( w.and df-andl imp.link.r df-andk and.mono.l and.both imp.self and.mono
  iff.make.r ) ABDZCDZABCDZDZNAONMAMCEABEFMBCABGHIPMCAAOBAJBCEKPOCAOGBCGFIL $.

$( The first two of three conjuncts may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.swap $p |- ( ( p & ( q & r ) ) <=> ( q & ( p & r ) ) ) $=
  ( w.and and.assoc iff.turn.r and.comm and.iff.l iff.join.r )
  ABCDDZBADZCDZBACDDJABDZCDZLNJABCEFMKCABGHIBACEI $.

$( The inner two of four parts may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.four $p |- ( ( ( p & q ) & ( r & s ) ) <=> ( ( p & r ) & ( q & s ) ) ) $=
  ( w.and and.assoc and.swap and.iff.k iff.join.r iff.turn.r )
  ABECDEZEZACBDEZEZEZACEMEZLABKEZEOABKFQNABCDGHIPOACMFJI $.

$( A formula and an implication from it give the conclusion.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.det $p |- ( ( p & ( p => q ) ) => q ) $=
  wp wp wq w.imp wq wp wq imp.apply and.pack.r $.

$( An equivalence is two implications together.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.iff $p |- ( ( p <=> q ) <=> ( ( p => q ) & ( q => p ) ) ) $=
  ( w.iff w.imp w.and df-iffl df-iffk and.both df-iffm and.pack.r iff.make.r )
  ABCZABDZBADZELMNABFABGHMNLABIJK $.

$( Nothing is both true and false.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.clash $p |- ~ ( p & ~ p ) $=
  wp wp w.neg w.and wp wp wp w.neg df-andl wp wp w.neg df-andk neg.absurd.r $.

$( To imply a conjunction is to imply both parts.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.pair $p |- ( ( p => ( q & r ) ) <=> ( ( p => q ) & ( p => r ) ) ) $=
  ( w.and w.imp df-andl imp.front.r df-andk and.both df-andm imp.spread
  imp.link.r and.pack.r iff.make.r )
  ABCDZEZABEZACEZDPQRAOBBCFGAOCBCHGIQRPQACOEZERPEABSBCJGACOKLM N $.

$( Two formulas are not both true exactly when the first refutes the second.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.refuse $p |- ( ~ ( p & q ) <=> ( p => ~ q ) ) $=
  ( w.and w.neg w.imp df-andm neg.flip imp.link.r imp.swap.r df-andl imp.link.l
  df-andk neg.absurd ax-det iff.make.r )
  ABCZDZABDZEZAQRABPEQREABFBPGHISPREZQPARABJKPBETQEABLPBMNHO $.

$( Both hold when the first does not refute the second.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.deny $p |- ( ( p & q ) <=> ~ ( p => ~ q ) ) $=
  ( w.and w.neg w.imp iff.twice and.refuse iff.neg.r iff.join.r )
  ABCZJDZDABDEZDJFKLABGHI $.

${
  and.iff.d.1 $e |- ( p => ( q <=> r ) ) $.
  and.iff.d.2 $e |- ( p => ( s <=> t ) ) $.
  $( Equivalents under a condition may replace each other in a conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  and.iff.d $p |- ( p => ( ( q & s ) <=> ( r & t ) ) ) $=
    ( w.and w.neg w.imp w.iff and.deny imp.keep.r iff.neg.d iff.imp.d
    iff.join.d iff.turn.r )
    ABDHZCEIZJZIZCEHZARBDIZJZIZUARUEKABDLMAUDTABCUCSFADEGNONPUAU BKAUBUACELQMP
    $.
$}

$( An implication fails exactly when its condition holds without its
   conclusion. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.fail $p |- ( ~ ( p => q ) <=> ( p & ~ q ) ) $=
  wp wq w.imp w.neg wp wq w.neg w.neg w.imp w.neg wp wq w.neg w.and wp wq w.imp
  wp wq w.neg w.neg w.imp wq wq w.neg w.neg wp wq iff.twice iff.imp.k iff.neg.r
  wp wq w.neg w.and wp wq w.neg w.neg w.imp w.neg wp wq w.neg and.deny
  iff.turn.r iff.join.r $.

$( Next to a formula, an implication from it is as good as its conclusion.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.inner $p |- ( ( p & ( p => q ) ) <=> ( p & q ) ) $=
  wp wp wq w.imp w.and wp wq w.and wp wp wq w.imp w.and wp wq wp wp wq w.imp
  df-andl wp wq and.det and.both wp wp wq wp wq w.imp wp imp.self wq wp ax-keep
  and.mono iff.make.r $.

$( A true part of a conjunction may be left out.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.true $p |- ( p => ( q <=> ( p & q ) ) ) $=
  wp wq wp wq w.and wp wq df-andm wp wq w.and wq w.imp wp wp wq df-andk
  imp.keep.r iff.make.d $.

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                Disjunction
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( p or q or both. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.or $a wff ( p | q ) $.

$( What follows from either part follows from the disjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-orm $a |- ( ( p => r ) => ( ( q => r ) => ( ( p | q ) => r ) ) ) $.

$( The left part gives the disjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-orl $a |- ( p => ( p | q ) ) $.

$( The right part gives the disjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-ork $a |- ( q => ( p | q ) ) $.

${
  or.l.r.1 $e |- p $.
  $( A proved formula gives any disjunction with it on the left.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  or.l.r $p |- ( p | q ) $=
    wp wp wq w.or or.l.r.1 wp wq df-orl ax-det $.
$}

${
  or.cases.r.1 $e |- ( p => r ) $.
  or.cases.r.2 $e |- ( q => r ) $.
  $( What is proved from either part is proved from the disjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  or.cases.r $p |- ( ( p | q ) => r ) $=
    wq wr w.imp wp wq w.or wr w.imp or.cases.r.2 wp wr w.imp wq wr w.imp wp wq
    w.or wr w.imp w.imp or.cases.r.1 wp wq wr df-orm ax-det ax-det $.
$}

$( A disjunction whose left part fails leaves the right part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.drop $p |- ( ( p | q ) => ( ~ p => q ) ) $=
  wp wq wp w.neg wq w.imp wp wq neg.clash wq wp w.neg ax-keep or.cases.r $.

${
  or.drop.r.1 $e |- ( p | q ) $.
  or.drop.r.2 $e |- ~ p $.
  $( A proved disjunction whose left part is refuted leaves the right part.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  or.drop.r $p |- q $=
    wp w.neg wq or.drop.r.2 wp wq w.or wp w.neg wq w.imp or.drop.r.1 wp wq
    or.drop ax-det ax-det $.
$}

${
  or.cases.three.1 $e |- ( p => s ) $.
  or.cases.three.2 $e |- ( q => s ) $.
  or.cases.three.3 $e |- ( r => s ) $.
  $( What is proved from each of three parts is proved from their
     disjunction. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  or.cases.three $p |- ( ( ( p | q ) | r ) => s ) $=
    wp wq w.or wr ws wp wq ws or.cases.three.1 or.cases.three.2 or.cases.r
    or.cases.three.3 or.cases.r $.
$}

$( The middle one of three parts gives their disjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.into $p |- ( q => ( ( p | q ) | r ) ) $=
  wq wp wq w.or wp wq w.or wr w.or wp wq df-ork wp wq w.or wr df-orl imp.link.r
  $.

$( A disjunction may be turned round.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.turn $p |- ( ( p | q ) => ( q | p ) ) $=
  wp wq wq wp w.or wq wp df-ork wq wp df-orl or.cases.r $.

$( The order of a disjunction does not matter.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.comm $p |- ( ( p | q ) <=> ( q | p ) ) $=
  wp wq w.or wq wp w.or wp wq or.turn wq wp or.turn iff.make.r $.

$( One of p and p is p. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.idem $p |- ( p <=> ( p | p ) ) $=
  wp wp wp w.or wp wp df-orl wp wp wp wp imp.self wp imp.self or.cases.r
  iff.make.r $.

${
  or.mono.1 $e |- ( p => q ) $.
  or.mono.2 $e |- ( r => s ) $.
  $( Both parts of a disjunction may be weakened.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  or.mono $p |- ( ( p | r ) => ( q | s ) ) $=
    wp wr wq ws w.or wp wq wq ws w.or or.mono.1 wq ws df-orl imp.link.r wr ws
    wq ws w.or or.mono.2 wq ws df-ork imp.link.r or.cases.r $.
$}

${
  or.iff.l.1 $e |- ( p <=> q ) $.
  $( Equivalents may replace each other on the left of a disjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  or.iff.l $p |- ( ( p | r ) <=> ( q | r ) ) $=
    wp wr w.or wq wr w.or wp wq wr wr wp wq or.iff.l.1 iff.l.r wr imp.self
    or.mono wq wp wr wr wp wq or.iff.l.1 iff.k.r wr imp.self or.mono iff.make.r
    $.
$}

${
  or.iff.k.1 $e |- ( p <=> q ) $.
  $( Equivalents may replace each other on the right of a disjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  or.iff.k $p |- ( ( r | p ) <=> ( r | q ) ) $=
    ( w.or imp.self iff.l.r or.mono iff.k.r iff.make.r )
    CAECBECCABCFZABDGHCCBAKABDIHJ $.
$}

$( Brackets do not matter in a row of disjunctions.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.assoc $p |- ( ( ( p | q ) | r ) <=> ( p | ( q | r ) ) ) $=
  ( w.or imp.self df-orl or.mono df-ork imp.link.r or.cases.r iff.make.r )
  ABDZCDZABCDZDZLCOAABNAEBCFGCNOBCHANHIJANMALMABFLCFIBLCCABHCE GJK $.

$( The first two of three disjuncts may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.swap $p |- ( ( p | ( q | r ) ) <=> ( q | ( p | r ) ) ) $=
  wp wq wr w.or w.or wq wp w.or wr w.or wq wp wr w.or w.or wp wq wr w.or w.or
  wp wq w.or wr w.or wq wp w.or wr w.or wp wq w.or wr w.or wp wq wr w.or w.or
  wp wq wr or.assoc iff.turn.r wp wq w.or wq wp w.or wr wp wq or.comm or.iff.l
  iff.join.r wq wp wr or.assoc iff.join.r $.

$( One of two holds when the second follows from the failure of the first.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.deny $p |- ( ( p | q ) <=> ( ~ p => q ) ) $=
  wp wq w.or wp w.neg wq w.imp wp wq or.drop wp wp w.neg wq w.imp wp wq w.or
  w.imp wp wp w.neg wq w.imp wp wp wq w.or wp wp w.neg wq w.imp ax-keep wp wq
  df-orl imp.deep wp w.neg wp w.neg wq w.imp wq wp wq w.or wp w.neg wq
  imp.apply wp wq df-ork imp.deep neg.cases.r iff.make.r $.

${
  or.iff.d.1 $e |- ( p => ( q <=> r ) ) $.
  or.iff.d.2 $e |- ( p => ( s <=> t ) ) $.
  $( Equivalents under a condition may replace each other in a disjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  or.iff.d $p |- ( p => ( ( q | s ) <=> ( r | t ) ) ) $=
    ( w.or w.neg w.imp w.iff or.deny imp.keep.r iff.neg.d iff.imp.d iff.join.d
    iff.turn.r ) ABDHZCIZEJZCEHZARBIZDJZTRUCKABDLMAUBSDEABCFNGOPTUAKAUATCELQM P
    $.
$}

$( Every formula is true or false.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.middle $p |- ( p | ~ p ) $=
  wp wp w.neg w.or wp w.neg wp w.neg w.imp wp w.neg imp.self wp wp w.neg
  or.deny iff.det.k $.

$( An implication says that its condition fails or its conclusion holds.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.imp $p |- ( ( p => q ) <=> ( ~ p | q ) ) $=
  ( w.imp w.neg w.or iff.twice iff.imp.l or.deny iff.turn.r iff.join.r )
  ABCADZDZBCZKBEZALBAFGNMKBHIJ $.

$( Of two formulas one implies the other.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.linear $p |- ( ( p => q ) | ( q => p ) ) $=
  ( w.imp w.or w.neg neg.turn or.deny iff.det.k ) ABCZBACZDIEJCABFIJGH $.

$( One of two holds when having the second wait for the first gives the
   second. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.wait $p |- ( ( p | q ) <=> ( ( p => q ) => q ) ) $=
  ( w.or w.imp imp.apply ax-keep or.cases.r w.neg neg.split or.deny iff.k.r
  imp.link.r iff.make.r ) ABCZABDZBDZABPABEBOFGPAHBDZNABBINQABJKLM $.

$( Resolution: two disjunctions that disagree on p leave their other parts.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.resolve $p |- ( ( p | q ) => ( ( ~ p | r ) => ( q | r ) ) ) $=
  ( w.neg w.or w.imp ax-clash df-orl imp.deep df-ork ax-keep imp.link.r
  or.cases.r imp.swap.r )
  ABADZCEZBCEZFZPAQOCAQFZOABQABGBCHZICQSBCJQAKLMNBQRTQPKLM $.

$( A disjunction fails exactly when both parts fail.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.morgan $p |- ( ~ ( p | q ) <=> ( ~ p & ~ q ) ) $=
  ( w.or w.neg w.imp w.and or.deny iff.neg.r and.fail iff.join.r )
  ABCZDADZBEZDLBDFKMABGHLBIJ $.

$( A conjunction fails exactly when one of its parts fails.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.morgan $p |- ( ~ ( p & q ) <=> ( ~ p | ~ q ) ) $=
  wp wq w.and w.neg wp wq w.neg w.imp wp w.neg wq w.neg w.or wp wq and.refuse
  wp wq w.neg or.imp iff.join.r $.

$( A conjunction spreads over a disjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.over $p |- ( ( p & ( q | r ) ) <=> ( ( p & q ) | ( p & r ) ) ) $=
  ( w.or w.and w.imp df-andm imp.swap.r df-orl imp.deep df-ork or.cases.r
  and.pack.r imp.self and.mono iff.make.r )
  ABCDZEZABEZACEZDZAQUAQAUABCAUAFBASUAABSABGHSTIJCATUAACTACGHS
  TKJLHMSTRAABQANZBCIOAACQUBBCKOLP $.

$( A disjunction spreads over a conjunction.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.over $p |- ( ( p | ( q & r ) ) <=> ( ( p | q ) & ( p | r ) ) ) $=
  ( w.and w.or w.neg w.imp or.deny and.pair iff.join.r iff.turn.r and.iff.l
  and.iff.k ) ABCDZEZABEZAFZCGZDZPACEZDOQBGZRDZSOQNGUBANHQBCIJUAPRPUAABHKL
  JRTPTRACHKMJ $.

$( A disjunction swallows a conjunction with the same part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.absorb $p |- ( p <=> ( p | ( p & q ) ) ) $=
  wp wp wp wq w.and w.or wp wp wq w.and df-orl wp wp wq w.and wp wp imp.self wp
  wq df-andl or.cases.r iff.make.r $.

$( A conjunction swallows a disjunction with the same part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
and.absorb $p |- ( p <=> ( p & ( p | q ) ) ) $=
  wp wp wp wq w.or w.and wp wp wp wq w.or wp imp.self wp wq df-orl and.both wp
  wp wq w.or df-andl iff.make.r $.

$( A false part of a disjunction may be left out.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.false $p |- ( ~ p => ( q <=> ( p | q ) ) ) $=
  wp w.neg wq wp wq w.or wq wp wq w.or w.imp wp w.neg wp wq df-ork imp.keep.r
  wp wq w.or wp w.neg wq wp wq or.drop imp.swap.r iff.make.d $.

$( To follow from a disjunction is to follow from both parts.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.join $p |- ( ( ( p | q ) => r ) <=> ( ( p => r ) & ( q => r ) ) ) $=
  wp wq w.or wr w.imp wp wr w.imp wq wr w.imp w.and wp wq w.or wr w.imp wp wr
  w.imp wq wr w.imp wp wp wq w.or wr wp wq df-orl imp.link.l wq wp wq w.or wr
  wp wq df-ork imp.link.l and.both wp wr w.imp wq wr w.imp wp wq w.or wr w.imp
  wp wq wr df-orm and.pack.r iff.make.r $.

$( Every formula splits along any other.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.split $p |- ( p <=> ( ( p & q ) | ( p & ~ q ) ) ) $=
  ( w.neg w.or w.and imp.self or.middle imp.keep.r and.both df-andl iff.make.r
  and.over iff.join.r ) AABBCZDZEZABEANEDAPAAOAFOABGHIAOJKABNLM $.

$( Two formulas are equivalent when both hold or both fail.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
or.iff $p |- ( ( p <=> q ) <=> ( ( p & q ) | ( ~ p & ~ q ) ) ) $=
  ( w.iff w.and w.neg w.or w.imp df-andm imp.keep.r df-iffl imp.under2 df-orl
  imp.deep df-iffk neg.flip imp.link.r df-ork neg.cases.d iff.known and.pack.r
  iff.void or.cases.r iff.make.r )
  ABCZABDZAEZBEZDZFZUDAUIUDAUEUIUDABUEABUEGGUDABHIABJKUEUHLMUD
  UFUHUIUDUFUGUHUFUGUHGGUDUFUGHIUDBAGUFUGGABNBAOPKUEUHQMRUEUHU
  DABUDABSTUFUGUDABUATUBUC $.

$(
############################################################################
                            Equations and order
############################################################################
$)

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                  Equality
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( Terms stand for the objects of one unnamed domain.  Later sections give
   this domain operations; what they assume of them never meets in one
   theorem. $)

$c term = $.

$v a b c d e f $.
$( Let ` a ` be a term. $)
ta $f term a $.
$( Let ` b ` be a term. $)
tb $f term b $.
$( Let ` c ` be a term. $)
tc $f term c $.
$( Let ` d ` be a term. $)
td $f term d $.
$( Let ` e ` be a term. $)
te $f term e $.
$( Let ` f ` be a term. $)
tf $f term f $.

$( The terms a and b name the same object.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.eq $a wff a = b $.

$( Everything equals itself.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-same $a |- a = a $.

$( Things equal to the same thing equal each other.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-euclid $a |- ( a = b => ( a = c => b = c ) ) $.

${
  eq.turn.r.1 $e |- a = b $.
  $( A proved equation may be turned round.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.turn.r $p |- b = a $=
    ta ta w.eq tb ta w.eq ta ax-same ta tb w.eq ta ta w.eq tb ta w.eq w.imp
    eq.turn.r.1 ta tb ta ax-euclid ax-det ax-det $.
$}

${
  eq.fork.r.1 $e |- a = b $.
  eq.fork.r.2 $e |- a = c $.
  $( Two things equal to a third, named on the left, equal each other.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.fork.r $p |- b = c $=
    ta tc w.eq tb tc w.eq eq.fork.r.2 ta tb w.eq ta tc w.eq tb tc w.eq w.imp
    eq.fork.r.1 ta tb tc ax-euclid ax-det ax-det $.
$}

${
  eq.join.r.1 $e |- a = b $.
  eq.join.r.2 $e |- b = c $.
  $( Two proved equations that meet join into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.join.r $p |- a = c $=
    tb ta tc ta tb eq.join.r.1 eq.turn.r eq.join.r.2 eq.fork.r $.
$}

${
  eq.meet.r.1 $e |- a = c $.
  eq.meet.r.2 $e |- b = c $.
  $( Two things equal to a third, named on the right, equal each other.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.meet.r $p |- a = b $=
    ta tc tb eq.meet.r.1 tb tc eq.meet.r.2 eq.turn.r eq.join.r $.
$}

${
  eq.chain.r.1 $e |- a = b $.
  eq.chain.r.2 $e |- b = c $.
  eq.chain.r.3 $e |- c = d $.
  $( Three proved equations in a row join into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.chain.r $p |- a = d $=
    ta tc td ta tb tc eq.chain.r.1 eq.chain.r.2 eq.join.r eq.chain.r.3
    eq.join.r $.
$}

${
  eq.square.r.1 $e |- a = c $.
  eq.square.r.2 $e |- b = d $.
  eq.square.r.3 $e |- a = b $.
  $( Equations carry an equation from one pair of things to another.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.square.r $p |- c = d $=
    ta tc td eq.square.r.1 ta tb td eq.square.r.3 eq.square.r.2 eq.join.r
    eq.fork.r $.
$}

$( Everything equals itself under any condition.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
eq.self.d $p |- ( p => a = a ) $=
  ta ta w.eq wp ta ax-same imp.keep.r $.

$( An equation may be turned round.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
eq.turn $p |- ( a = b => b = a ) $=
  ( w.eq w.imp ax-same ax-euclid imp.swap.r ax-det ) AACZABCZBACZDAEJIKABAFGH
  $.

$( The order of the sides of an equation does not matter.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
eq.comm $p |- ( a = b <=> b = a ) $=
  ta tb w.eq tb ta w.eq ta tb eq.turn tb ta eq.turn iff.make.r $.

${
  eq.turn.d.1 $e |- ( p => a = b ) $.
  $( An equation under a condition may be turned round.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.turn.d $p |- ( p => b = a ) $=
    wp ta tb w.eq tb ta w.eq eq.turn.d.1 ta tb eq.turn imp.link.r $.
$}

$( Two equations that meet join into one, in one formula.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
eq.join $p |- ( a = b => ( b = c => a = c ) ) $=
  ta tb w.eq tb ta w.eq tb tc w.eq ta tc w.eq w.imp ta tb eq.turn tb ta tc
  ax-euclid imp.link.r $.

${
  eq.join.d.1 $e |- ( p => a = b ) $.
  eq.join.d.2 $e |- ( p => b = c ) $.
  $( Two equations under a common condition join into one.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.join.d $p |- ( p => a = c ) $=
    wp tb tc w.eq ta tc w.eq wp ta tb w.eq tb tc w.eq ta tc w.eq w.imp
    eq.join.d.1 ta tb tc eq.join imp.link.r eq.join.d.2 imp.under $.
$}

$( Two equations that meet, taken together, join into one.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
eq.pair $p |- ( ( a = b & b = c ) => a = c ) $=
  ta tb w.eq tb tc w.eq ta tc w.eq ta tb tc eq.join and.pack.r $.

$( Things that differ from something equal differ.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
eq.apart $p |- ( a = b => ( ~ b = c => ~ a = c ) ) $=
  ( w.eq w.imp w.neg ax-euclid neg.flip imp.link.r ) ABDACDZBCDZEKFJFEABCGJKHI
  $.

${
  eq.apart.r.1 $e |- a = c $.
  eq.apart.r.2 $e |- ~ b = c $.
  $( Things that compare differently with a third thing differ.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.apart.r $p |- ~ a = b $=
    ( w.eq w.imp ax-euclid imp.swap.r ax-det neg.refute.r )
    ABFZBCFZACFZLMGDLNMABCHIJEK $.
$}

$( Equal things are equal to the same things.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
eq.cong $p |- ( a = b => ( a = c <=> b = c ) ) $=
  ta tb w.eq ta tc w.eq tb tc w.eq ta tb tc ax-euclid ta tb tc eq.join
  iff.make.d $.

${
  eq.iff.l.1 $e |- a = b $.
  $( Equals may replace each other on the left of an equation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.iff.l $p |- ( a = c <=> b = c ) $=
    ta tb w.eq ta tc w.eq tb tc w.eq w.iff eq.iff.l.1 ta tb tc eq.cong ax-det
    $.
$}

${
  eq.iff.k.1 $e |- a = b $.
  $( Equals may replace each other on the right of an equation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.iff.k $p |- ( c = a <=> c = b ) $=
    ( w.eq eq.comm eq.iff.l iff.join.r ) CAEZBCEZCBEIACEJCAFABCDGHBCFH $.
$}

${
  eq.iff.r.1 $e |- a = b $.
  eq.iff.r.2 $e |- c = d $.
  $( Equals may replace each other on both sides of an equation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.iff.r $p |- ( a = c <=> b = d ) $=
    ta tc w.eq tb tc w.eq tb td w.eq ta tb tc eq.iff.r.1 eq.iff.l tc td tb
    eq.iff.r.2 eq.iff.k iff.join.r $.
$}

${
  eq.iff.d.1 $e |- ( p => a = b ) $.
  eq.iff.d.2 $e |- ( p => c = d ) $.
  $( Equals under a condition may replace each other in an equation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  eq.iff.d $p |- ( p => ( a = c <=> b = d ) ) $=
    ( w.eq w.iff eq.cong imp.link.r eq.comm imp.keep.r iff.join.d )
    ABDHZCDHZCEHZABCHOPIFBCDJKAPDCHZQPRIACDLMARECHZQADEHRSIGDECJ KSQIAECLMNNN
    $.
$}

$( Of three things with a first pair unequal, the third differs from one of
   them. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
eq.three $p |- ( ~ a = b => ( ~ a = c | ~ b = c ) ) $=
  ( w.eq w.neg w.and w.or eq.join eq.turn imp.ante and.pack.r neg.flip.r
  and.morgan iff.l.r imp.link.r )
  ABDZEACDZBCDZFZEZQEREGZSPQRPQCBDPRACBHBCIJKLTUAQRMNO $.

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                 Semigroups
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( One operation, written o, of which only associativity is assumed. $)

$c o $.

$( The product of a and b.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.op $a term ( a o b ) $.

$( Equals may replace each other on the left of a product.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-opl $a |- ( a = b => ( a o c ) = ( b o c ) ) $.

$( Equals may replace each other on the right of a product.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-opk $a |- ( a = b => ( c o a ) = ( c o b ) ) $.

$( Brackets do not matter in a product.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-opassoc $a |- ( ( a o b ) o c ) = ( a o ( b o c ) ) $.

${
  op.l.r.1 $e |- a = b $.
  $( Multiply both sides of a proved equation on the right.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.l.r $p |- ( a o c ) = ( b o c ) $=
    ta tb w.eq ta tc t.op tb tc t.op w.eq op.l.r.1 ta tb tc ax-opl ax-det $.
$}

${
  op.k.r.1 $e |- a = b $.
  $( Multiply both sides of a proved equation on the left.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.k.r $p |- ( c o a ) = ( c o b ) $=
    ta tb w.eq tc ta t.op tc tb t.op w.eq op.k.r.1 ta tb tc ax-opk ax-det $.
$}

${
  op.r.1 $e |- a = b $.
  op.r.2 $e |- c = d $.
  $( Multiply two proved equations.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.r $p |- ( a o c ) = ( b o d ) $=
    ta tc t.op tb tc t.op tb td t.op ta tb tc op.r.1 op.l.r tc td tb op.r.2
    op.k.r eq.join.r $.
$}

$( Multiply two equations, in one formula.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
op.both $p |- ( a = b => ( c = d => ( a o c ) = ( b o d ) ) ) $=
  ( w.eq t.op w.imp ax-opl eq.join imp.link.r ax-opk imp.ante )
  ABEZBCFZBDFZEZACFZOEZCDEMQNEPRGABCHQNOIJCDBKL $.

$( A product of four with all brackets on the left is one with all on the
   right. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
op.row $p |- ( ( ( a o b ) o c ) o d ) = ( a o ( b o ( c o d ) ) ) $=
  ( t.op ax-opassoc eq.join.r ) ABEZCEDEHCDEZEABIEEHCDFABIFG $.

$( The inner two of four factors may be bracketed.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
op.mid $p |- ( ( a o b ) o ( c o d ) ) = ( a o ( ( b o c ) o d ) ) $=
  ( t.op ax-opassoc eq.turn.r op.k.r eq.join.r )
  ABECDEZEABJEZEABCEDEZEABJFKLALKBCDFGHI $.

${
  op.pull.r.1 $e |- ( a o b ) = c $.
  $( A known product at the front of a longer one may be put in.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.pull.r $p |- ( a o ( b o d ) ) = ( c o d ) $=
    ( t.op ax-opassoc op.l.r eq.fork.r ) ABFZDFABDFFCDFABDGJCDEHI $.
$}

${
  op.push.r.1 $e |- ( b o c ) = d $.
  $( A known product at the back of a longer one may be put in.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.push.r $p |- ( ( a o b ) o c ) = ( a o d ) $=
    ( t.op ax-opassoc op.k.r eq.join.r ) ABFCFABCFZFADFABCGJDAEHI $.
$}

${
  op.pass.r.1 $e |- ( a o b ) = ( b o a ) $.
  op.pass.r.2 $e |- ( a o c ) = ( c o a ) $.
  $( A factor that commutes with two others commutes with their product.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.pass.r $p |- ( a o ( b o c ) ) = ( ( b o c ) o a ) $=
    ( t.op ax-opassoc eq.turn.r op.l.r eq.chain.r op.k.r )
    ABCFZFZBACFZFZBCAFZFZLAFZMABFZCFZBAFZCFOTMABCGHSUACDIBACGJNP BEKRQBCAGHJ $.
$}

${
  op.pass.sqs.1 $e |- ( a o b ) = ( b o a ) $.
  $( The squares of commuting factors commute.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.pass.sqs $p |- ( ( a o a ) o ( b o b ) ) = ( ( b o b ) o ( a o a ) ) $=
    ( t.op op.pass.r eq.turn.r ) BBDZAADZDHGDGAAAGDGADABBCCEFZIEF $.
$}

${
  op.four.r.1 $e |- ( b o c ) = ( c o b ) $.
  $( The inner two of four factors change places when they commute.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.four.r $p |- ( ( a o b ) o ( c o d ) ) = ( ( a o c ) o ( b o d ) ) $=
    ( t.op op.mid op.l.r op.k.r eq.turn.r eq.chain.r )
    ABFCDFFABCFZDFZFACBFZDFZFZACFBDFFZABCDGMOALNDEHIQPACBDGJK $.
$}

${
  op.square.r.1 $e |- ( a o b ) = ( b o a ) $.
  $( The square of a product of commuting factors is the product of the
     squares. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.square.r $p |- ( ( a o b ) o ( a o b ) ) = ( ( a o a ) o ( b o b ) ) $=
    ta tb ta tb ta tb t.op tb ta t.op op.square.r.1 eq.turn.r op.four.r $.
$}

${
  op.idem.prod.1 $e |- ( a o b ) = ( b o a ) $.
  op.idem.prod.2 $e |- ( a o a ) = a $.
  op.idem.prod.3 $e |- ( b o b ) = b $.
  $( The product of commuting idempotents is idempotent.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.idem.prod $p |- ( ( a o b ) o ( a o b ) ) = ( a o b ) $=
    ( t.op op.square.r op.r eq.join.r ) ABFZJFAAFZBBFZFJABCGKALBDEHI $.
$}

${
  op.zero.idem.1 $e |- ( a o b ) = a $.
  op.zero.idem.2 $e |- ( b o a ) = b $.
  $( Two factors that absorb each other on the left are idempotent.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.zero.idem $p |- ( a o a ) = a $=
    ta ta t.op ta tb t.op ta t.op ta tb t.op ta ta ta tb t.op ta ta tb t.op ta
    op.zero.idem.1 eq.turn.r op.l.r ta tb ta tb op.zero.idem.2 op.push.r
    op.zero.idem.1 eq.chain.r $.
$}

${
  op.zero.link.1 $e |- ( a o b ) = a $.
  op.zero.link.2 $e |- ( b o c ) = b $.
  $( Absorption on the left passes from factor to factor.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.zero.link $p |- ( a o c ) = a $=
    ( t.op eq.turn.r op.l.r op.push.r eq.chain.r ) ACFABFZCFKAAKCKADGHABCBEIDJ
    $.
$}

${
  op.regular.1 $e |- ( a o ( b o a ) ) = a $.
  $( A factor with a weak inverse makes an idempotent.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.regular $p |- ( ( a o b ) o ( a o b ) ) = ( a o b ) $=
    ( t.op ax-opassoc eq.turn.r op.l.r eq.chain.r )
    ABDZIDZIADZBDZABADDZBDILJIABEFKMBABAEGMABCGH $.
$}

${
  op.regular.pair.1 $e |- ( a o ( b o a ) ) = a $.
  $( A weak inverse can be improved so that each undoes the other.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.regular.pair $p |- ( ( b o ( a o b ) ) o ( a o ( b o ( a o b ) ) ) ) = ( b
      o ( a o b ) ) $=
    ( t.op ax-opassoc eq.turn.r op.k.r op.regular eq.chain.r eq.join.r )
    BABDZDZALDZDZBKKDZDZLNBKMDZDBKODZDPBKMEQRBMOKOMABKEFGGROBOKK ABCHZGGIOKBSGJ
    $.
$}

${
  op.inverse.one.1 $e |- ( a o b ) = c $.
  op.inverse.one.2 $e |- ( d o a ) = c $.
  op.inverse.one.3 $e |- ( c o b ) = b $.
  op.inverse.one.4 $e |- ( d o c ) = d $.
  $( Inverses on the two sides agree.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.inverse.one $p |- b = d $=
    ( t.op eq.turn.r op.l.r op.push.r eq.chain.r eq.join.r )
    BDCIZDBCBIZDAIZBIOPBGJCQBQCFJKDABCELMHN $.
$}

$( A product of three pairs may be bracketed from both ends.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
op.six $p |- ( ( a o b ) o ( ( c o d ) o ( e o f ) ) ) = ( a o ( ( b o c ) o (
    ( d o e ) o f ) ) ) $=
  ( t.op op.mid op.k.r eq.join.r )
  ABGZCDGEFGGZGKCDEGFGZGZGABCGMGGLNKCDEFHIABCMHJ $.

${
  op.inside.1 $e |- ( a o b ) = e $.
  op.inside.2 $e |- ( c o d ) = e $.
  op.inside.3 $e |- ( e o d ) = d $.
  $( A product put inside another with the same value leaves that value.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.inside $p |- ( ( c o a ) o ( b o d ) ) = e $=
    tc ta t.op tb td t.op t.op tc td t.op te tc ta t.op tb td t.op t.op tc ta
    tb t.op td t.op t.op tc te td t.op t.op tc td t.op tc ta tb td op.mid ta tb
    t.op td t.op te td t.op tc ta tb t.op te td op.inside.1 op.l.r op.k.r te td
    t.op td tc op.inside.3 op.k.r eq.chain.r op.inside.2 eq.join.r $.
$}

${
  op.shift.1 $e |- ( a o b ) = ( b o c ) $.
  $( What carries one factor into another carries its square into the
     square. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.shift $p |- ( ( a o a ) o b ) = ( b o ( c o c ) ) $=
    ( t.op ax-opassoc op.k.r eq.turn.r eq.chain.r op.l.r )
    AAEBEZABEZCEZBCEZCEBCCEEKALEANEZMAABFLNADGMOABCFHILNCDJBCCFI $.
$}

${
  op.shift.pair.1 $e |- ( a o b ) = ( b o c ) $.
  op.shift.pair.2 $e |- ( d o b ) = ( b o e ) $.
  $( What carries two factors into others carries their product into the
     product. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.shift.pair $p |- ( ( a o d ) o b ) = ( b o ( c o e ) ) $=
    ( t.op ax-opassoc op.k.r eq.turn.r eq.chain.r op.l.r )
    ADHBHZABHZEHZBCHZEHBCEHHNADBHZHABEHZHZPADBIRSAGJPTABEIKLOQEF MBCEIL $.
$}

${
  op.band.1 $e |- ( c o ( a o c ) ) = c $.
  op.band.2 $e |- ( a o ( ( b o c ) o a ) ) = a $.
  $( In a rectangular band the middle factor does not matter.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.band $p |- ( a o ( b o c ) ) = ( a o c ) $=
    ( t.op eq.turn.r op.k.r ax-opassoc eq.chain.r op.l.r )
    ABCFZFZALAFZCFZFZANFZCFZACFZMABCSFZFZFALSFZFPLUAACTBTCDGHHUA
    UBAUBUABCSIGHUBOAOUBLACIGHJRPANCIGQACEKJ $.
$}

${
  op.weak.twice.1 $e |- ( a o ( b o a ) ) = a $.
  op.weak.twice.2 $e |- ( a o b ) = ( b o a ) $.
  $( The square of a commuting weak inverse is a weak inverse of the square.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  op.weak.twice $p |- ( ( a o a ) o ( ( b o b ) o ( a o a ) ) ) = ( a o a ) $=
    ( t.op eq.turn.r op.square.r op.k.r ax-opassoc op.l.r eq.chain.r )
    AAEZBBELEZELBAEZNEZEAAOEZELMOLOMBAABENDFGFHAAOIPAAPANEZNEZQA
    RPANNIFQANCJCKHK $.
$}

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                   Groups
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( Besides associativity only a unit on the left and inverses on the left. $)

$c unit inv $.

$( The unit. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.unit $a term unit $.

$( The inverse of a. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.inv $a term inv a $.

$( The unit on the left changes nothing.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-unit $a |- ( unit o a ) = a $.

$( The inverse on the left gives the unit.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-inv $a |- ( inv a o a ) = unit $.

$( Equal things have equal inverses.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-inveq $a |- ( a = b => inv a = inv b ) $.

${
  inv.r.1 $e |- a = b $.
  $( Invert both sides of a proved equation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  inv.r $p |- inv a = inv b $=
    ta tb w.eq ta t.inv tb t.inv w.eq inv.r.1 ta tb ax-inveq ax-det $.
$}

$( An inverse on the left undoes a factor on the left.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.undo $p |- ( inv a o ( a o b ) ) = b $=
  ta t.inv ta tb t.op t.op t.unit tb t.op tb ta t.inv ta t.unit tb ta ax-inv
  op.pull.r tb ax-unit eq.join.r $.

${
  grp.cancel.r.1 $e |- ( a o b ) = ( a o c ) $.
  $( A common factor on the left of a proved equation may be cancelled.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.cancel.r $p |- b = c $=
    ta t.inv ta tb t.op t.op ta t.inv ta tc t.op t.op tb tc ta tb grp.undo ta
    tc grp.undo ta tb t.op ta tc t.op ta t.inv grp.cancel.r.1 op.k.r
    eq.square.r $.
$}

$( The inverse on the right gives the unit too.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.inv.k $p |- ( a o inv a ) = unit $=
  ( t.inv t.op t.unit grp.undo eq.turn.r ax-opassoc op.k.r eq.join.r ax-inv
  eq.chain.r ) AABZCZMBZMMCZCZNMCDPMMMEFOMNOALMCZCMALMGQLAALEHIHMJK $.

$( The unit on the right changes nothing.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.unit.k $p |- ( a o unit ) = a $=
  ta t.unit t.op ta ta t.inv ta t.op t.op t.unit ta t.op ta t.unit ta t.inv ta
  t.op ta ta t.inv ta t.op t.unit ta ax-inv eq.turn.r op.k.r ta ta t.inv t.unit
  ta ta grp.inv.k op.pull.r ta ax-unit eq.chain.r $.

$( A factor on the left undoes its inverse.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.redo $p |- ( a o ( inv a o b ) ) = b $=
  ta ta t.inv tb t.op t.op t.unit tb t.op tb ta ta t.inv t.unit tb ta grp.inv.k
  op.pull.r tb ax-unit eq.join.r $.

$( An inverse on the right undoes a factor on the right.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.undo.k $p |- ( ( b o a ) o inv a ) = b $=
  tb ta t.op ta t.inv t.op tb t.unit t.op tb tb ta ta t.inv t.unit ta grp.inv.k
  op.push.r tb grp.unit.k eq.join.r $.

$( A factor on the right undoes its inverse.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.redo.k $p |- ( ( b o inv a ) o a ) = b $=
  tb ta t.inv t.op ta t.op tb t.unit t.op tb tb ta t.inv ta t.unit ta ax-inv
  op.push.r tb grp.unit.k eq.join.r $.

${
  grp.cancel.k.r.1 $e |- ( b o a ) = ( c o a ) $.
  $( A common factor on the right of a proved equation may be cancelled.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.cancel.k.r $p |- b = c $=
    tb ta t.op ta t.inv t.op tc ta t.op ta t.inv t.op tb tc ta tb grp.undo.k ta
    tc grp.undo.k tb ta t.op tc ta t.op ta t.inv grp.cancel.k.r.1 op.l.r
    eq.square.r $.
$}

$( A common factor on the left may be cancelled.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.cancel $p |- ( ( a o b ) = ( a o c ) <=> b = c ) $=
  ( t.op w.eq t.inv ax-opk grp.undo eq.iff.r iff.l.r imp.link.r iff.make.r )
  ABDZACDZEZBCEZOAFZMDZQNDZEZPMNQGTPRBSCABHACHIJKBCAGL $.

${
  grp.find.unit.1 $e |- ( a o b ) = b $.
  $( What leaves one thing unchanged is the unit.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.find.unit $p |- a = unit $=
    tb ta t.unit ta tb t.op tb t.unit tb t.op grp.find.unit.1 t.unit tb t.op tb
    tb ax-unit eq.turn.r eq.join.r grp.cancel.k.r $.
$}

${
  grp.find.inv.1 $e |- ( a o b ) = unit $.
  $( What gives the unit on the left of a thing is its inverse.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.find.inv $p |- a = inv b $=
    tb ta tb t.inv ta tb t.op t.unit tb t.inv tb t.op grp.find.inv.1 tb t.inv
    tb t.op t.unit tb ax-inv eq.turn.r eq.join.r grp.cancel.k.r $.
$}

$( The unit is its own inverse.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.inv.unit $p |- inv unit = unit $=
  t.unit t.unit t.inv t.unit t.unit t.unit ax-unit grp.find.inv eq.turn.r $.

$( Inverting twice changes nothing.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.inv.twice $p |- inv inv a = a $=
  ta ta t.inv t.inv ta ta t.inv ta grp.inv.k grp.find.inv eq.turn.r $.

$( The inverse of a product is the product of the inverses in reverse.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.inv.op $p |- inv ( a o b ) = ( inv b o inv a ) $=
  ( t.inv t.op t.unit ax-opassoc grp.undo op.k.r ax-inv eq.chain.r grp.find.inv
  eq.turn.r ) BCZACZDZABDZCOPOPDMNPDZDMBDEMNPFQBMABGHBIJKL $.

$( Things with equal inverses are equal.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.inv.same $p |- ( inv a = inv b => a = b ) $=
  ( t.inv w.eq ax-inveq grp.inv.twice eq.iff.r iff.l.r imp.link.r )
  ACZBCZDJCZKCZDZABDZJKENOLAMBAFBFGHI $.

${
  grp.inv.turn.1 $e |- a = inv b $.
  $( To be the inverse of something is mutual.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.inv.turn $p |- b = inv a $=
    tb t.inv t.inv tb ta t.inv tb grp.inv.twice ta t.inv tb t.inv t.inv ta tb
    t.inv grp.inv.turn.1 inv.r eq.turn.r eq.fork.r $.
$}

${
  grp.solve.r.1 $e |- ( a o b ) = c $.
  $( A proved equation solved for its right factor.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.solve.r $p |- b = ( inv a o c ) $=
    ta t.inv ta tb t.op t.op tb ta t.inv tc t.op ta tb grp.undo ta tb t.op tc
    ta t.inv grp.solve.r.1 op.k.r eq.fork.r $.
$}

$( Solving an equation for its right factor.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.solve $p |- ( ( a o b ) = c <=> b = ( inv a o c ) ) $=
  ( t.op w.eq t.inv ax-opk grp.undo eq.iff.l iff.l.r imp.link.r grp.redo
  eq.iff.k iff.make.r )
  ABDZCEZBAFZCDZEZPQODZREZSOCQGUASTBRABHIJKSOARDZEZPBRAGUCPUBC OACLMJKN $.

${
  grp.involve.1 $e |- ( a o a ) = unit $.
  $( A thing whose square is the unit is its own inverse.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.involve $p |- inv a = a $=
    ta ta t.inv ta ta grp.involve.1 grp.find.inv eq.turn.r $.
$}

${
  grp.boolean.1 $e |- ( a o a ) = unit $.
  grp.boolean.2 $e |- ( b o b ) = unit $.
  grp.boolean.3 $e |- ( ( a o b ) o ( a o b ) ) = unit $.
  $( Where squares are the unit, factors commute.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.boolean $p |- ( a o b ) = ( b o a ) $=
    ta tb t.op tb ta t.inv t.op tb ta t.op ta tb t.op ta tb t.op t.inv tb t.inv
    ta t.inv t.op tb ta t.inv t.op ta tb t.op t.inv ta tb t.op ta tb t.op
    grp.boolean.3 grp.involve eq.turn.r ta tb grp.inv.op tb t.inv tb ta t.inv
    tb grp.boolean.2 grp.involve op.l.r eq.chain.r ta t.inv ta tb ta
    grp.boolean.1 grp.involve op.k.r eq.join.r $.
$}

$( Conjugation carries products to products.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.conj $p |- ( ( ( a o b ) o inv a ) o ( ( a o c ) o inv a ) ) = ( ( a o ( b
    o c ) ) o inv a ) $=
  ( t.op t.inv t.unit ax-opassoc eq.turn.r op.mid op.l.r ax-inv op.k.r
  eq.chain.r ax-unit )
  ABDZAEZDZACDZPDDZOFCDZDZPDZOCDZPDABCDDZPDSQRDZPDZOPADZCDZDZP
  DUBUFSQRPGHUEUIPOPACIJUIUAPUHTOUGFCAKJLJMUAUCPTCOCNLJUCUDPAB CGJM $.

$( Conjugation carries inverses to inverses.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.conj.inv $p |- inv ( ( a o b ) o inv a ) = ( ( a o inv b ) o inv a ) $=
  ( t.op t.inv grp.inv.op grp.inv.twice op.l.r op.k.r eq.chain.r ax-opassoc
  eq.turn.r eq.join.r )
  ABCZADZCDZABDZNCZCZAPCNCZONDZMDZCAUACRMNETAUAAFGUAQAABEHISRA PNJKL $.

${
  grp.pass.inv.1 $e |- ( a o b ) = ( b o a ) $.
  $( What commutes with a thing commutes with its inverse.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.pass.inv $p |- ( a o inv b ) = ( inv b o a ) $=
    ( t.inv t.op eq.turn.r op.pull.r grp.undo.k eq.join.r grp.solve.r )
    BABDZEZABLEABEZKEABAMKMBAECFGBAHIJ $.
$}

${
  grp.pass.find.1 $e |- ( ( a o b ) o ( inv a o inv b ) ) = unit $.
  $( Two things whose commutator is the unit commute.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.pass.find $p |- ( a o b ) = ( b o a ) $=
    ta tb t.op tb ta t.inv t.inv t.op tb ta t.op ta tb t.op ta t.inv tb t.inv
    t.op t.inv tb t.inv t.inv ta t.inv t.inv t.op tb ta t.inv t.inv t.op ta tb
    t.op ta t.inv tb t.inv t.op grp.pass.find.1 grp.find.inv ta t.inv tb t.inv
    grp.inv.op tb t.inv t.inv tb ta t.inv t.inv tb grp.inv.twice op.l.r
    eq.chain.r ta t.inv t.inv ta tb ta grp.inv.twice op.k.r eq.join.r $.
$}

${
  grp.square.pass.1 $e |- ( ( a o b ) o ( a o b ) ) = ( ( a o a ) o ( b o b ) )
      $.
  $( Factors whose squares multiply commute.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.square.pass $p |- ( b o a ) = ( a o b ) $=
    ( t.op op.mid eq.turn.r eq.chain.r grp.cancel.r grp.cancel.k.r )
    BBADZABDZAJBDZKBDZALDZKKDZAADBBDDAMDONABABEFCAABBEGHI $.
$}

$( The unit is the only idempotent.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.idem $p |- ( ( a o a ) = a <=> a = unit ) $=
  ( t.op w.eq t.unit grp.unit.k eq.turn.r eq.iff.k grp.cancel iff.join.r )
  AABZACJADBZCADCAKJKAAEFGAADHI $.

${
  grp.other.side.1 $e |- ( a o b ) = unit $.
  $( What gives the unit on one side gives it on the other.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.other.side $p |- ( b o a ) = unit $=
    tb ta t.op tb tb t.inv t.op t.unit ta tb t.inv tb ta tb grp.other.side.1
    grp.find.inv op.k.r tb grp.inv.k eq.join.r $.
$}

${
  grp.order.three.1 $e |- ( a o ( a o a ) ) = unit $.
  $( The inverse of a thing whose cube is the unit is its square.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.order.three $p |- inv a = ( a o a ) $=
    ta t.inv ta t.inv t.unit t.op ta t.inv ta ta ta t.op t.op t.op ta ta t.op
    ta t.inv t.unit t.op ta t.inv ta t.inv grp.unit.k eq.turn.r t.unit ta ta ta
    t.op t.op ta t.inv ta ta ta t.op t.op t.unit grp.order.three.1 eq.turn.r
    op.k.r ta ta ta t.op grp.undo eq.chain.r $.
$}

$( Quotients that meet multiply to a quotient.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.divide.link $p |- ( ( a o inv b ) o ( b o inv c ) ) = ( a o inv c ) $=
  ta tb t.inv t.op tb tc t.inv t.op t.op ta tb t.inv tb tc t.inv t.op t.op t.op
  ta tc t.inv t.op ta tb t.inv tb tc t.inv t.op ax-opassoc tb t.inv tb tc t.inv
  t.op t.op tc t.inv ta tb tc t.inv grp.undo op.k.r eq.join.r $.

$( A common factor on the right drops out of a quotient.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.divide.cancel $p |- ( ( a o c ) o inv ( b o c ) ) = ( a o inv b ) $=
  ta tc t.op tb tc t.op t.inv t.op ta tc t.op tc t.inv tb t.inv t.op t.op ta tc
  tc t.inv tb t.inv t.op t.op t.op ta tb t.inv t.op tb tc t.op t.inv tc t.inv
  tb t.inv t.op ta tc t.op tb tc grp.inv.op op.k.r ta tc tc t.inv tb t.inv t.op
  ax-opassoc tc tc t.inv tb t.inv t.op t.op tb t.inv ta tc tb t.inv grp.redo
  op.k.r eq.chain.r $.

$( The inverse of a quotient is the quotient the other way round.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.divide.turn $p |- inv ( a o inv b ) = ( b o inv a ) $=
  ta tb t.inv t.op t.inv tb t.inv t.inv ta t.inv t.op tb ta t.inv t.op ta tb
  t.inv grp.inv.op tb t.inv t.inv tb ta t.inv tb grp.inv.twice op.l.r eq.join.r
  $.

$( A quotient is the unit exactly when its parts are equal.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.divide.same $p |- ( ( a o inv b ) = unit <=> a = b ) $=
  ( t.inv t.op t.unit w.eq ax-opl grp.redo.k ax-unit eq.iff.r iff.l.r
  imp.link.r grp.inv.k eq.iff.k iff.make.r )
  ABCZDZEFZABFZRQBDZEBDZFZSQEBGUBSTAUABBAHBIJKLSQBPDZFZRABPGUD RUCEQBMNKLO $.

$( The inverse of a product of three.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.inv.three $p |- inv ( ( a o b ) o c ) = ( inv c o ( inv b o inv a ) ) $=
  ( t.op t.inv grp.inv.op op.k.r eq.join.r ) ABDZCDECEZIEZDJBEAEDZDICFKLJABFGH
  $.

$( To conjugate by two things in turn is to conjugate by their product.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.conj.twice $p |- ( ( ( a o b ) o c ) o inv ( a o b ) ) = ( ( a o ( ( b o c
    ) o inv b ) ) o inv a ) $=
  ( t.op t.inv grp.inv.op op.k.r ax-opassoc eq.turn.r op.l.r eq.chain.r
  eq.join.r ) ABDZCDZMEZDZABCDZDZBEZDZAEZDZAQSDDZUADPNSUADZDZNSDZUADZUBOUD
  NABFGUGUENSUAHIUFTUANRSABCHJJKTUCUAAQSHJL $.

${
  grp.conj.fix.1 $e |- ( ( a o b ) o inv a ) = b $.
  $( What conjugation leaves fixed commutes.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.conj.fix $p |- ( a o b ) = ( b o a ) $=
    ta tb t.op ta tb t.op ta t.inv t.op ta t.op tb ta t.op ta tb t.op ta t.inv
    t.op ta t.op ta tb t.op ta ta tb t.op grp.redo.k eq.turn.r ta tb t.op ta
    t.inv t.op tb ta grp.conj.fix.1 op.l.r eq.join.r $.
$}

${
  grp.conj.same.1 $e |- ( ( a o b ) o inv a ) = ( ( a o c ) o inv a ) $.
  $( Conjugation takes different things to different things.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.conj.same $p |- b = c $=
    ta tb tc ta t.inv ta tb t.op ta tc t.op grp.conj.same.1 grp.cancel.k.r
    grp.cancel.r $.
$}

${
  grp.pass.invs.1 $e |- ( a o b ) = ( b o a ) $.
  $( The inverses of commuting things commute.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  grp.pass.invs $p |- ( inv a o inv b ) = ( inv b o inv a ) $=
    ( t.inv t.op grp.inv.op eq.turn.r inv.r eq.chain.r )
    ADZBDZEZBAEZDZABEZDKJENLBAFGMOOMCGHABFI $.
$}

$( The inverse of a commutator is the commutator the other way round.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
grp.commutator.inv $p |- inv ( ( a o b ) o ( inv a o inv b ) ) = ( ( b o a ) o
    ( inv b o inv a ) ) $=
  ( t.op t.inv grp.inv.op op.k.r grp.inv.twice op.l.r eq.chain.r )
  ABCZADZBDZCZCDMDZJDZCNLKCZCBACZPCJMEOPNABEFNQPNLDZKDZCBSCQKL ERBSBGHSABAGFIHI
  $.

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                  Lattices
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( Meet and join are assumed to commute, to associate and to absorb each
   other; the order is defined from the meet. $)

$c meet join =< $.

$( The meet of a and b. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.meet $a term ( a meet b ) $.

$( The join of a and b. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.join $a term ( a join b ) $.

$( The term a lies below b or equals it.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.le $a wff a =< b $.

$( Equals may replace each other on the left of a meet.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-meetl $a |- ( a = b => ( a meet c ) = ( b meet c ) ) $.

$( Equals may replace each other on the left of a join.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-joinl $a |- ( a = b => ( a join c ) = ( b join c ) ) $.

$( The order of a meet does not matter.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-meetcomm $a |- ( a meet b ) = ( b meet a ) $.

$( The order of a join does not matter.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-joincomm $a |- ( a join b ) = ( b join a ) $.

$( Brackets do not matter in a meet.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-meetassoc $a |- ( ( a meet b ) meet c ) = ( a meet ( b meet c ) ) $.

$( Brackets do not matter in a join.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-joinassoc $a |- ( ( a join b ) join c ) = ( a join ( b join c ) ) $.

$( A meet absorbs a join with the same part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-meetjoin $a |- ( a meet ( a join b ) ) = a $.

$( A join absorbs a meet with the same part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-joinmeet $a |- ( a join ( a meet b ) ) = a $.

$( To lie below is to be the meet.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-below $a |- ( a =< b <=> ( a meet b ) = a ) $.

${
  meet.l.r.1 $e |- a = b $.
  $( Meet both sides of a proved equation with the same thing on the right.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  meet.l.r $p |- ( a meet c ) = ( b meet c ) $=
    ta tb w.eq ta tc t.meet tb tc t.meet w.eq meet.l.r.1 ta tb tc ax-meetl
    ax-det $.
$}

${
  join.l.r.1 $e |- a = b $.
  $( Join both sides of a proved equation with the same thing on the right.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  join.l.r $p |- ( a join c ) = ( b join c ) $=
    ta tb w.eq ta tc t.join tb tc t.join w.eq join.l.r.1 ta tb tc ax-joinl
    ax-det $.
$}

${
  meet.k.r.1 $e |- a = b $.
  $( Meet both sides of a proved equation with the same thing on the left.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  meet.k.r $p |- ( c meet a ) = ( c meet b ) $=
    ta tc t.meet tb tc t.meet tc ta t.meet tc tb t.meet ta tc ax-meetcomm tb tc
    ax-meetcomm ta tb tc meet.k.r.1 meet.l.r eq.square.r $.
$}

${
  join.k.r.1 $e |- a = b $.
  $( Join both sides of a proved equation with the same thing on the left.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  join.k.r $p |- ( c join a ) = ( c join b ) $=
    ta tc t.join tb tc t.join tc ta t.join tc tb t.join ta tc ax-joincomm tb tc
    ax-joincomm ta tb tc join.k.r.1 join.l.r eq.square.r $.
$}

$( The meet of a thing with itself is the thing.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.meet.idem $p |- ( a meet a ) = a $=
  ( t.meet tb t.join ax-joinmeet eq.turn.r meet.k.r ax-meetjoin eq.join.r )
  AABAAACBZDZBAAKAKAACEFGAJHI $.

$( The join of a thing with itself is the thing.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.join.idem $p |- ( a join a ) = a $=
  ta ta t.join ta ta ta tb t.join t.meet t.join ta ta ta ta tb t.join t.meet ta
  ta ta tb t.join t.meet ta ta tb ax-meetjoin eq.turn.r join.k.r ta ta tb
  t.join ax-joinmeet eq.join.r $.

${
  le.out.r.1 $e |- a =< b $.
  $( From order to meet.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.out.r $p |- ( a meet b ) = a $=
    ta tb w.le ta tb t.meet ta w.eq le.out.r.1 ta tb df-below iff.det.l $.
$}

${
  le.make.r.1 $e |- ( a meet b ) = a $.
  $( From meet to order.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.make.r $p |- a =< b $=
    ta tb w.le ta tb t.meet ta w.eq le.make.r.1 ta tb df-below iff.det.k $.
$}

${
  meet.r.1 $e |- a = b $.
  meet.r.2 $e |- c = d $.
  $( Meet two proved equations.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  meet.r $p |- ( a meet c ) = ( b meet d ) $=
    ta tc t.meet tb tc t.meet tb td t.meet ta tb tc meet.r.1 meet.l.r tc td tb
    meet.r.2 meet.k.r eq.join.r $.
$}

${
  join.r.1 $e |- a = b $.
  join.r.2 $e |- c = d $.
  $( Join two proved equations.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  join.r $p |- ( a join c ) = ( b join d ) $=
    ta tc t.join tb tc t.join tb td t.join ta tb tc join.r.1 join.l.r tc td tb
    join.r.2 join.k.r eq.join.r $.
$}

$( Everything lies below itself.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
le.self $p |- a =< a $=
  ta ta ta lat.meet.idem le.make.r $.

${
  lat.connect.r.1 $e |- ( a meet b ) = a $.
  $( When the meet is the first, the join is the second.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  lat.connect.r $p |- ( a join b ) = b $=
    ta tb t.join tb tb ta t.meet t.join tb ta tb t.join ta tb t.meet tb t.join
    tb ta tb t.meet t.join tb tb ta t.meet t.join ta ta tb t.meet tb ta tb
    t.meet ta lat.connect.r.1 eq.turn.r join.l.r ta tb t.meet tb ax-joincomm ta
    tb t.meet tb ta t.meet tb ta tb ax-meetcomm join.k.r eq.chain.r tb ta
    ax-joinmeet eq.join.r $.
$}

${
  lat.connect.k.r.1 $e |- ( a join b ) = b $.
  $( When the join is the second, the meet is the first.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  lat.connect.k.r $p |- ( a meet b ) = a $=
    ta tb t.meet ta ta tb t.join t.meet ta tb ta tb t.join ta ta tb t.join tb
    lat.connect.k.r.1 eq.turn.r meet.k.r ta tb ax-meetjoin eq.join.r $.
$}

${
  le.join.r.1 $e |- a =< b $.
  $( From order to join.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.join.r $p |- ( a join b ) = b $=
    ta tb ta tb le.join.r.1 le.out.r lat.connect.r $.
$}

${
  le.of.join.1 $e |- ( a join b ) = b $.
  $( From join to order.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.of.join $p |- a =< b $=
    ta tb ta tb le.of.join.1 lat.connect.k.r le.make.r $.
$}

${
  le.same.r.1 $e |- a =< b $.
  le.same.r.2 $e |- b =< a $.
  $( Things that lie below each other are equal.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.same.r $p |- a = b $=
    ta ta tb t.meet tb ta t.meet tb ta tb t.meet ta ta tb le.same.r.1 le.out.r
    eq.turn.r ta tb ax-meetcomm tb ta le.same.r.2 le.out.r eq.chain.r $.
$}

${
  le.link.r.1 $e |- a =< b $.
  le.link.r.2 $e |- b =< c $.
  $( What lies below something below lies below.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.link.r $p |- a =< c $=
    ( t.meet le.out.r eq.turn.r meet.l.r ax-meetassoc meet.k.r eq.chain.r
    eq.join.r le.make.r ) ACACFZABFZAOPCFABCFZFPAPCPAABDGZHIABCJQBABCEGKLRMN $.
$}

$( A meet lies below its left part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
le.meet.l $p |- ( a meet b ) =< a $=
  ta tb t.meet ta ta tb t.meet ta t.meet ta ta tb t.meet t.meet ta ta t.meet tb
  t.meet ta tb t.meet ta tb t.meet ta ax-meetcomm ta ta t.meet tb t.meet ta ta
  tb t.meet t.meet ta ta tb ax-meetassoc eq.turn.r ta ta t.meet ta tb ta
  lat.meet.idem meet.l.r eq.chain.r le.make.r $.

$( A meet lies below its right part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
le.meet.k $p |- ( a meet b ) =< b $=
  ( t.meet ax-meetassoc lat.meet.idem meet.k.r eq.join.r le.make.r )
  ABCZBIBCABBCZCIABBDJBABEFGH $.

$( A join lies above its left part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
le.join.l $p |- a =< ( a join b ) $=
  ta ta tb t.join ta tb ax-meetjoin le.make.r $.

$( A join lies above its right part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
le.join.k $p |- b =< ( a join b ) $=
  ( t.join t.meet ax-joincomm meet.k.r ax-meetjoin eq.join.r le.make.r )
  BABCZBJDBBACZDBJKBABEFBAGHI $.

${
  le.into.1 $e |- c =< a $.
  le.into.2 $e |- c =< b $.
  $( What lies below two things lies below their meet.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.into $p |- c =< ( a meet b ) $=
    tc ta tb t.meet tc ta tb t.meet t.meet tc ta t.meet tb t.meet tc tb t.meet
    tc tc ta t.meet tb t.meet tc ta tb t.meet t.meet tc ta tb ax-meetassoc
    eq.turn.r tc ta t.meet tc tb tc ta le.into.1 le.out.r meet.l.r tc tb
    le.into.2 le.out.r eq.chain.r le.make.r $.
$}

${
  le.onto.1 $e |- a =< c $.
  le.onto.2 $e |- b =< c $.
  $( What lies above two things lies above their join.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.onto $p |- ( a join b ) =< c $=
    ( t.join ax-joinassoc le.join.r join.k.r eq.chain.r le.of.join )
    ABFZCLCFABCFZFACFCABCGMCABCEHIACDHJK $.
$}

${
  le.meet.mono.1 $e |- a =< b $.
  le.meet.mono.2 $e |- c =< d $.
  $( Meets respect the order in both parts.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.meet.mono $p |- ( a meet c ) =< ( b meet d ) $=
    tb td ta tc t.meet ta tc t.meet ta tb ta tc le.meet.l le.meet.mono.1
    le.link.r ta tc t.meet tc td ta tc le.meet.k le.meet.mono.2 le.link.r
    le.into $.
$}

${
  le.join.mono.1 $e |- a =< b $.
  le.join.mono.2 $e |- c =< d $.
  $( Joins respect the order in both parts.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.join.mono $p |- ( a join c ) =< ( b join d ) $=
    ( t.join le.join.l le.link.r le.join.k le.onto ) ACBDGZABLEBDHICDLFBDJIK $.
$}

$( A meet lies below the join of the same parts.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
le.between $p |- ( a meet b ) =< ( a join b ) $=
  ta tb t.meet ta ta tb t.join ta tb le.meet.l ta tb le.join.l le.link.r $.

$( A meet with a join lies above the join of the meets.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.semi $p |- ( ( a meet b ) join ( a meet c ) ) =< ( a meet ( b join c ) ) $=
  ( t.meet t.join le.self le.join.l le.meet.mono le.join.k le.onto )
  ABDACDABCEZDAABKAFZBCGHAACKLBCIHJ $.

$( A join with a meet lies below the meet of the joins.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.semi.k $p |- ( a join ( b meet c ) ) =< ( ( a join b ) meet ( a join c ) )
    $=
  ( t.join t.meet le.self le.meet.l le.join.mono le.meet.k le.into )
  ABDACDABCEZDAAKBAFZBCGHAAKCLBCIHJ $.

${
  lat.modular.1 $e |- a =< c $.
  $( Half of the modular law holds in every lattice.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  lat.modular $p |- ( a join ( b meet c ) ) =< ( ( a join b ) meet c ) $=
    ( t.meet t.join le.join.l le.into le.join.k le.self le.meet.mono le.onto )
    ABCEABFZCEMCAABGDHBMCCABICJKL $.
$}

$( The lower median of three things lies below the upper one.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.median $p |- ( ( a meet b ) join ( ( b meet c ) join ( c meet a ) ) ) =< (
    ( a join b ) meet ( ( b join c ) meet ( c join a ) ) ) $=
  ( t.meet t.join le.meet.l le.join.l le.link.r le.meet.k le.join.k le.into
  le.between le.onto )
  ABDZBCDZCADZEABEZBCEZCAEZDZDZQTNNAQABFZABGZHRSNNBRABIBCGHNAS
  UBCAJHKKOPUAQTOOBQBCFABJHRSOBCLOCSBCICAGHKKQTPPAQCAIUCHRSPPC RCAFBCJHCALKKMM
  $.

${
  lat.dist.1 $e |- ( ( a join b ) meet ( a join c ) ) = ( ( ( a join b ) meet a
      ) join ( ( a join b ) meet c ) ) $.
  lat.dist.2 $e |- ( c meet ( a join b ) ) = ( ( c meet a ) join ( c meet b ) )
      $.
  $( Where meets spread over joins, joins spread over meets.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  lat.dist $p |- ( ( a join b ) meet ( a join c ) ) = ( a join ( b meet c ) )
      $=
    ( t.join t.meet ax-meetcomm ax-meetjoin eq.join.r join.l.r eq.chain.r
    join.k.r ax-joinassoc eq.turn.r ax-joinmeet )
    ABFZACFGZAACGZBCGZFZFZATFZRQAGZQCGZFAUEFUBDUDAUEUDAQGAQAHABI
    JKUEUAAUESCBGZFZUAUECQGCAGZUFFUGQCHEUHSUFCAHKLUFTSCBHMJMLUBA
    SFZTFZUCUJUBASTNOUIATACPKJJ $.
$}

$( The first two of three parts of a meet may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.meet.swap $p |- ( a meet ( b meet c ) ) = ( b meet ( a meet c ) ) $=
  ( t.meet ax-meetassoc eq.turn.r ax-meetcomm meet.l.r eq.chain.r )
  ABCDDZABDZCDZBADZCDBACDDLJABCEFKMCABGHBACEI $.

$( A part shared by two meets need be met once.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.meet.share $p |- ( ( a meet b ) meet ( a meet c ) ) = ( a meet ( b meet c )
    ) $=
  ( t.meet ax-meetassoc lat.meet.swap meet.k.r eq.turn.r eq.chain.r
  lat.meet.idem meet.l.r eq.join.r )
  ABDACDZDZAADZBCDZDZAPDZNABMDZDARDZQABMESRABACFGQTAAPEHIOAPAJ KL $.

$( A meet absorbs a join of three with the same part in the middle.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.absorb.three $p |- ( b meet ( ( a join b ) join c ) ) = b $=
  ( t.join t.meet ax-joincomm join.l.r meet.k.r ax-joinassoc ax-meetjoin
  eq.chain.r ) BABDZCDZEBBADZCDZEBBACDZDZEBMOBLNCABFGHOQBBACIHBPJK $.

$( A join of a meet and a join with a common part is the join.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.cross $p |- ( ( a meet b ) join ( a join c ) ) = ( a join c ) $=
  ( t.meet t.join ax-joinassoc eq.turn.r ax-joincomm join.l.r ax-joinmeet
  eq.chain.r ) ABDZACEZEZLAEZCEZALEZCEMPNLACFGOQCLAHIQACABJIK $.

${
  le.loop.1 $e |- a =< b $.
  le.loop.2 $e |- b =< c $.
  le.loop.3 $e |- c =< a $.
  $( Three things in a circle of the order are equal.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  le.loop $p |- a = b $=
    ta tb le.loop.1 tb tc ta le.loop.2 le.loop.3 le.link.r le.same.r $.
$}

${
  lat.two.sides.1 $e |- ( a meet c ) = ( b meet c ) $.
  lat.two.sides.2 $e |- ( a join c ) = ( b join c ) $.
  lat.two.sides.3 $e |- ( a meet ( b join c ) ) = ( ( a meet b ) join ( a meet
      c ) ) $.
  lat.two.sides.4 $e |- ( b meet ( a join c ) ) = ( ( b meet a ) join ( b meet
      c ) ) $.
  $( Something with the same meet and the same join as another equals it
     when meets spread over joins.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  lat.two.sides $p |- a = b $=
    ( t.meet t.join ax-meetjoin eq.turn.r meet.k.r eq.chain.r ax-meetcomm
    join.l.r join.k.r eq.join.r )
    ABAHZBCHZIZBAABHZACHZIZRUBITAAACIZHZABCIZHUCUEAACJKUDUFAELFM
    UARUBABNOUBSRDPMBTBBUFHZBUDHTUGBBCJKUFUDBUDUFEKLGMKQ $.
$}

$( A join swallows a meet on its left.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.swallow $p |- ( ( a meet b ) join b ) = b $=
  ta tb t.meet tb ta tb le.meet.k le.join.r $.

$( The meet is the first exactly when the join is the second.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
lat.connect $p |- ( ( a meet b ) = a <=> ( a join b ) = b ) $=
  ( t.meet w.eq t.join ax-joinl lat.swallow eq.iff.l iff.l.r eq.turn
  imp.chain.r ax-meetl ax-meetcomm ax-meetjoin eq.join.r eq.iff.r iff.make.r )
  ABCZADZABEZBDZSRBEZTDZBTDZUARABFUCUDUBBTABGHIBTJKUATACZBACZD
  ZARDZSTBALUGUHUEAUFRUEATCATAMABNOBAMPIARJKQ $.

$( To lie below is to change nothing in a join.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
le.iff.join $p |- ( a =< b <=> ( a join b ) = b ) $=
  ta tb w.le ta tb t.meet ta w.eq ta tb t.join tb w.eq ta tb df-below ta tb
  lat.connect iff.join.r $.

$( Two things are equal exactly when each lies below the other.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
le.same $p |- ( a = b <=> ( a =< b & b =< a ) ) $=
  ( w.eq w.le w.and t.meet ax-meetl lat.meet.idem eq.iff.l iff.l.r imp.link.r
  eq.turn.d ax-meetcomm df-below iff.k.r eq.turn and.both df-andl df-andk
  eq.join.d iff.make.r )
  ABCZABDZBADZEZUBUCUDUBABFZACZUCUBBAFZACZUGUBAUHUBAAFZUHCZAUH
  CZABAGUKULUJAUHAHIJKLUIUGUHUFABAMZIJKUCUGABNZOKUBUHBCZUDUBUF
  BCZUOUBBACZUPABPUQBUFCZUPUQBBFZUFCZURBABGUTURUSBUFBHIJKBUFPK
  KUPUOUFUHBABMIJKUDUOBANZOKQUEAUFBUEUGAUFCUEUCUGUCUDRUCUGUNJK
  UFAPKUEUOUPUEUDUOUCUDSUDUOVAJKUOUPUHUFBUMIJKTUA $.

$(
############################################################################
                                 Arithmetic
############################################################################
$)

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                           Successor and addition
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( The numbers start at 0 and every number has a successor.  Induction is a
   rule: the formulas q, r, s and t say of 0, of y, of the successor of y and
   of a what p says of x. $)

$c var suc 0 1 2 3 4 + $.

$v x y z w $.
$( Let ` x ` be an individual variable. $)
vx $f var x $.
$( Let ` y ` be an individual variable. $)
vy $f var y $.
$( Let ` z ` be an individual variable. $)
vz $f var z $.
$( Let ` w ` be an individual variable. $)
vw $f var w $.

$( An individual variable is a term.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.var $a term x $.

$( Zero. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.zero $a term 0 $.

$( The successor of a. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.suc $a term suc a $.

$( The sum of a and b. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.add $a term ( a + b ) $.

$( No successor is zero.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-sucnot $a |- ~ suc a = 0 $.

$( Numbers with equal successors are equal.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-sucone $a |- ( suc a = suc b => a = b ) $.

$( Equal numbers have equal successors.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-eqsuc $a |- ( a = b => suc a = suc b ) $.

$( Equals may replace each other on the left of a sum.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-eqaddl $a |- ( a = b => ( a + c ) = ( b + c ) ) $.

$( Equals may replace each other on the right of a sum.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-eqaddk $a |- ( a = b => ( c + a ) = ( c + b ) ) $.

$( Adding zero changes nothing.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-addz $a |- ( a + 0 ) = a $.

$( Adding a successor is taking the successor of the sum.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-adds $a |- ( a + suc b ) = suc ( a + b ) $.

${
  $d p y $.  $d q x $.  $d r x $.  $d s x $.  $d t x $.  $d a x $.
  $d x y $.
  ax-ind.1 $e |- ( x = 0 => ( p <=> q ) ) $.
  ax-ind.2 $e |- ( x = y => ( p <=> r ) ) $.
  ax-ind.3 $e |- ( x = suc y => ( p <=> s ) ) $.
  ax-ind.4 $e |- ( x = a => ( p <=> t ) ) $.
  ax-ind.5 $e |- q $.
  ax-ind.6 $e |- ( r => s ) $.
  $( Induction: what holds of 0 and passes to successors holds of every
     number. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  ax-ind $a |- t $.
$}

$( One. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.one $a term 1 $.

$( Two. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.two $a term 2 $.

$( Three. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.three $a term 3 $.

$( Four. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.four $a term 4 $.

$( One is the successor of zero.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-one $a |- 1 = suc 0 $.

$( Two is the successor of one.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-two $a |- 2 = suc 1 $.

$( Three is the successor of two.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-three $a |- 3 = suc 2 $.

$( Four is the successor of three.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-four $a |- 4 = suc 3 $.

${
  suc.r.1 $e |- a = b $.
  $( Take the successor on both sides of a proved equation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  suc.r $p |- suc a = suc b $=
    ta tb w.eq ta t.suc tb t.suc w.eq suc.r.1 ta tb ax-eqsuc ax-det $.
$}

${
  suc.d.1 $e |- ( p => a = b ) $.
  $( Take the successor on both sides of an equation under a condition.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  suc.d $p |- ( p => suc a = suc b ) $=
    wp ta tb w.eq ta t.suc tb t.suc w.eq suc.d.1 ta tb ax-eqsuc imp.link.r $.
$}

$( Numbers are equal exactly when their successors are.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
suc.same $p |- ( suc a = suc b <=> a = b ) $=
  ta t.suc tb t.suc w.eq ta tb w.eq ta tb ax-sucone ta tb ax-eqsuc iff.make.r
  $.

${
  suc.carry.1 $e |- c = suc a $.
  suc.carry.2 $e |- d = suc b $.
  $( An equation carries over to things that are the successors of its
     sides. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  suc.carry $p |- ( a = b => c = d ) $=
    ( w.eq t.suc ax-eqsuc eq.iff.r iff.k.r imp.link.r )
    ABGAHZBHZGZCDGZABIPOCMDNEFJKL $.
$}

${
  add.l.r.1 $e |- a = b $.
  $( Add the same number on the right of both sides of a proved equation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.l.r $p |- ( a + c ) = ( b + c ) $=
    ta tb w.eq ta tc t.add tb tc t.add w.eq add.l.r.1 ta tb tc ax-eqaddl ax-det
    $.
$}

${
  add.k.r.1 $e |- a = b $.
  $( Add the same number on the left of both sides of a proved equation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.k.r $p |- ( c + a ) = ( c + b ) $=
    ta tb w.eq tc ta t.add tc tb t.add w.eq add.k.r.1 ta tb tc ax-eqaddk ax-det
    $.
$}

${
  add.d.1 $e |- ( p => a = b ) $.
  add.d.2 $e |- ( p => c = d ) $.
  $( Add two equations under a common condition.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.d $p |- ( p => ( a + c ) = ( b + d ) ) $=
    wp ta tc t.add tb tc t.add tb td t.add wp ta tb w.eq ta tc t.add tb tc
    t.add w.eq add.d.1 ta tb tc ax-eqaddl imp.link.r wp tc td w.eq tb tc t.add
    tb td t.add w.eq add.d.2 tc td tb ax-eqaddk imp.link.r eq.join.d $.
$}

${
  add.r.1 $e |- a = b $.
  add.r.2 $e |- c = d $.
  $( Add two proved equations.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.r $p |- ( a + c ) = ( b + d ) $=
    ta tc t.add tb tc t.add tb td t.add ta tb tc add.r.1 add.l.r tc td tb
    add.r.2 add.k.r eq.join.r $.
$}

$( Adding a successor of a successor takes two successors of the sum.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
add.suc.suc $p |- ( a + suc suc b ) = suc suc ( a + b ) $=
  ta tb t.suc t.suc t.add ta tb t.suc t.add t.suc ta tb t.add t.suc t.suc ta tb
  t.suc ax-adds ta tb t.suc t.add ta tb t.add t.suc ta tb ax-adds suc.r
  eq.join.r $.

$( Numbers whose second successors are equal are equal.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
suc.same.two $p |- ( suc suc a = suc suc b => a = b ) $=
  ta t.suc t.suc tb t.suc t.suc w.eq ta t.suc tb t.suc w.eq ta tb w.eq ta t.suc
  tb t.suc ax-sucone ta tb ax-sucone imp.link.r $.

$( Two is the second successor of zero.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
num.two $p |- 2 = suc suc 0 $=
  t.two t.one t.suc t.zero t.suc t.suc df-two t.one t.zero t.suc df-one suc.r
  eq.join.r $.

$( Adding one is taking the successor.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
add.one $p |- ( a + 1 ) = suc a $=
  ( t.one t.add t.zero t.suc df-one add.k.r ax-adds ax-addz suc.r eq.chain.r )
  ABCADEZCADCZEAEBLAFGADHMAAIJK $.

$( Two and one make three.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
num.add.two.one $p |- ( 2 + 1 ) = 3 $=
  t.two t.one t.add t.three t.two t.suc t.two add.one df-three eq.meet.r $.

$( Two and two make four.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
num.add.two.two $p |- ( 2 + 2 ) = 4 $=
  ( t.two t.add t.three t.suc t.four t.one df-two add.k.r ax-adds
  num.add.two.one suc.r eq.chain.r df-four eq.turn.r eq.join.r )
  AABZCDZEPAFDZBAFBZDQARAGHAFISCJKLEQMNO $.

$( One is not two. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
num.apart $p |- ~ 1 = 2 $=
  ( t.one t.two w.eq t.zero t.suc df-one df-two eq.iff.r iff.l.r ax-sucone
  eq.turn imp.link.r eq.iff.l ax-sucnot neg.refute.r )
  ABCZDEZDCZPADCZRPQAEZCZSPUAAQBTFGHIUADACSDAJDAKLLSRAQDFMILDN O $.

${
  $d a x $.  $d x y $.
  $( No number is its own successor.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  suc.differ $p |- ~ suc a = a $=
    ( vx t.var t.suc w.eq w.neg t.zero vy imp.self suc.d eq.iff.d iff.neg.d
    ax-sucnot ax-sucone neg.flip.r ax-ind )
    BCZDZQEZFGDZGEZFHCZDZUBEZFUCDZUCEZFADZAEZFABHQGEZSUAUIRTQGUI
    QGUIIZJUJKLQUBEZSUDUKRUCQUBUKQUBUKIZJULKLQUCEZSUFUMRUEQUCUMQ
    UCUMIZJUNKLQAEZSUHUORUGQAUOQAUOIZJUPKLGMUFUDUCUBNOP $.
$}

${
  $d a x $.  $d x y $.
  $( Adding to zero changes nothing.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.zero $p |- ( 0 + a ) = a $=
    ( t.zero vx t.var t.add w.eq vy t.suc eq.self.d imp.self add.d eq.iff.d
    ax-addz ax-adds ax-same suc.carry ax-ind )
    BCDZEZRFBBEZBFBGDZEZUAFBUAHZEZUCFBAEZAFACGRBFZSTRBUFBBRBUFBI
    UFJZKUGLRUAFZSUBRUAUHBBRUAUHBIUHJZKUILRUCFZSUDRUCUJBBRUCUJBI
    UJJZKUKLRAFZSUERAULBBRAULBIULJZKUMLBMUBUAUDUCBUANUCOPQ $.
$}

${
  $d a x y $.  $d b x $.
  $( Adding to a successor is taking the successor of the sum.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.suc $p |- ( suc a + b ) = suc ( a + b ) $=
    ( t.suc vx t.var t.add w.eq t.zero vy eq.self.d imp.self add.d suc.d
    eq.iff.d ax-addz eq.turn.r suc.r eq.join.r ax-adds suc.carry ax-ind )
    ACZDEZFZAUCFZCZGUBHFZAHFZCZGUBIEZFZAUJFZCZGUBUJCZFZAUNFZCZGU
    BBFZABFZCZGBDIUCHGZUDUGUFUIVAUBUBUCHVAUBJVAKZLVAUEUHVAAAUCHV
    AAJVBLMNUCUJGZUDUKUFUMVCUBUBUCUJVCUBJVCKZLVCUEULVCAAUCUJVCAJ
    VDLMNUCUNGZUDUOUFUQVEUBUBUCUNVEUBJVEKZLVEUEUPVEAAUCUNVEAJVFL
    MNUCBGZUDURUFUTVGUBUBUCBVGUBJVGKZLVGUEUSVGAAUCBVGAJVHLMNUGUB
    UIUBOAUHUHAAOPQRUKUMUOUQUBUJSUPUMAUJSQTUA $.
$}

${
  $d a x y $.  $d b x $.
  $( The order of a sum does not matter.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.comm $p |- ( a + b ) = ( b + a ) $=
    ( vx t.var t.add w.eq t.zero vy t.suc eq.self.d imp.self add.d eq.iff.d
    ax-addz add.zero eq.meet.r ax-adds add.suc suc.carry ax-ind )
    ACDZEZUAAEZFAGEZGAEZFAHDZEZUFAEZFAUFIZEZUIAEZFABEZBAEZFBCHUA
    GFZUBUDUCUEUNAAUAGUNAJZUNKZLUNUAGAAUPUOLMUAUFFZUBUGUCUHUQAAU
    AUFUQAJZUQKZLUQUAUFAAUSURLMUAUIFZUBUJUCUKUTAAUAUIUTAJZUTKZLU
    TUAUIAAVBVALMUABFZUBULUCUMVCAAUABVCAJZVCKZLVCUABAAVEVDLMUDUE
    AANAOPUGUHUJUKAUFQUFARST $.
$}

${
  $d a x y $.  $d b x y $.  $d c x $.
  $( Brackets do not matter in a sum.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.assoc $p |- ( ( a + b ) + c ) = ( a + ( b + c ) ) $=
    ( t.add vx t.var w.eq t.zero vy t.suc eq.self.d imp.self add.d eq.iff.d
    ax-addz eq.turn.r add.k.r eq.join.r ax-adds suc.carry ax-ind )
    ABDZEFZDZABUCDZDZGUBHDZABHDZDZGUBIFZDZABUJDZDZGUBUJJZDZABUND
    ZDZGUBCDZABCDZDZGCEIUCHGZUDUGUFUIVAUBUBUCHVAUBKVALZMVAAAUEUH
    VAAKVABBUCHVABKVBMMNUCUJGZUDUKUFUMVCUBUBUCUJVCUBKVCLZMVCAAUE
    ULVCAKVCBBUCUJVCBKVDMMNUCUNGZUDUOUFUQVEUBUBUCUNVEUBKVELZMVEA
    AUEUPVEAKVEBBUCUNVEBKVFMMNUCCGZUDURUFUTVGUBUBUCCVGUBKVGLZMVG
    AAUEUSVGAKVGBBUCCVGBKVHMMNUGUBUIUBOBUHAUHBBOPQRUKUMUOUQUBUJS
    UQAULJZDUMJUPVIABUJSQAULSRTUA $.
$}

$( The first two of three summands may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
add.swap $p |- ( a + ( b + c ) ) = ( b + ( a + c ) ) $=
  ( t.add add.assoc eq.turn.r add.comm add.l.r eq.chain.r )
  ABCDDZABDZCDZBADZCDBACDDLJABCEFKMCABGHBACEI $.

$( The last two of three summands may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
add.last $p |- ( ( a + b ) + c ) = ( ( a + c ) + b ) $=
  ( t.add add.assoc add.comm add.k.r eq.turn.r eq.chain.r )
  ABDCDABCDZDACBDZDZACDBDZABCEJKABCFGMLACBEHI $.

$( The inner two of four summands may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
add.four $p |- ( ( a + b ) + ( c + d ) ) = ( ( a + c ) + ( b + d ) ) $=
  ( t.add add.assoc add.swap add.k.r eq.turn.r eq.chain.r )
  ABECDEZEABKEZEACBDEZEZEZACEMEZABKFLNABCDGHPOACMFIJ $.

${
  add.carry.1 $e |- c = ( a + e ) $.
  add.carry.2 $e |- d = ( b + e ) $.
  $( An equation carries over to things that are its sides with the same
     summand. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.carry $p |- ( a = b => c = d ) $=
    ( w.eq t.add ax-eqaddl eq.iff.r iff.k.r imp.link.r )
    ABHAEIZBEIZHZCDHZABEJQPCNDOFGKLM $.
$}

${
  $d a x y $.  $d b x y $.  $d c x $.
  $( A common summand on the right may be cancelled.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.cancel $p |- ( ( a + c ) = ( b + c ) => a = b ) $=
    ( vx t.var t.add w.eq w.imp t.zero vy t.suc eq.self.d imp.self add.d
    eq.iff.d iff.self.d iff.imp.d ax-addz eq.iff.r iff.l.r ax-adds ax-sucone
    imp.link.r imp.link.l ax-ind )
    ADEZFZBUFFZGZABGZHAIFZBIFZGZUJHAJEZFZBUNFZGZUJHAUNKZFZBURFZG
    ZUJHACFZBCFZGZUJHCDJUFIGZUIUMUJUJVEUGUKUHULVEAAUFIVEALVEMZNV
    EBBUFIVEBLVFNOVEUJPQUFUNGZUIUQUJUJVGUGUOUHUPVGAAUFUNVGALVGMZ
    NVGBBUFUNVGBLVHNOVGUJPQUFURGZUIVAUJUJVIUGUSUHUTVIAAUFURVIALV
    IMZNVIBBUFURVIBLVJNOVIUJPQUFCGZUIVDUJUJVKUGVBUHVCVKAAUFCVKAL
    VKMZNVKBBUFCVKBLVLNOVKUJPQUMUJUKAULBARBRSTVAUQUJVAUOKZUPKZGZ
    UQVAVOUSVMUTVNAUNUABUNUASTUOUPUBUCUDUE $.
$}

$( A common summand on the left may be cancelled.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
add.cancel.k $p |- ( ( c + a ) = ( c + b ) => a = b ) $=
  tc ta t.add tc tb t.add w.eq ta tc t.add tb tc t.add w.eq ta tb w.eq tc ta
  t.add tc tb t.add w.eq ta tc t.add tb tc t.add w.eq tc ta t.add ta tc t.add
  tc tb t.add tb tc t.add tc ta add.comm tc tb add.comm eq.iff.r iff.l.r ta tb
  tc add.cancel imp.link.r $.

$( What adds nothing is zero.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
add.find.zero $p |- ( ( a + b ) = a => b = 0 ) $=
  ta tb t.add ta w.eq ta tb t.add ta t.zero t.add w.eq tb t.zero w.eq ta tb
  t.add ta t.zero t.add w.eq ta tb t.add ta w.eq ta t.zero t.add ta ta tb t.add
  ta ax-addz eq.iff.k iff.k.r tb t.zero ta add.cancel.k imp.link.r $.

${
  $d a x y $.  $d b x $.
  $( A sum is zero only when its right part is.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  add.none $p |- ( ( a + b ) = 0 => b = 0 ) $=
    ( vx t.var t.add t.zero w.eq w.imp vy t.suc eq.self.d imp.self add.d
    eq.iff.d iff.imp.d ax-same imp.keep.r ax-adds eq.iff.l iff.l.r w.neg
    ax-sucnot ax-clash ax-det imp.link.r ax-ind )
    ACDZEZFGZUGFGZHAFEZFGZFFGZHAIDZEZFGZUNFGZHZAUNJZEZFGZUSFGZHZ
    ABEZFGZBFGZHBCIUJUIULUJUMUJUHUKFFUJAAUGFUJAKUJLZMUJFKZNUJUGF
    FFVGVHNOUGUNGZUIUPUJUQVIUHUOFFVIAAUGUNVIAKVILZMVIFKZNVIUGUNF
    FVJVKNOUGUSGZUIVAUJVBVLUHUTFFVLAAUGUSVLAKVLLZMVLFKZNVLUGUSFF
    VMVNNOUGBGZUIVEUJVFVOUHVDFFVOAAUGBVOAKVOLZMVOFKZNVOUGBFFVPVQ
    NOUMULFPQVCURVAUOJZFGZVBVAVSUTVRFAUNRSTVSUAVSVBHUOUBVSVBUCUD UEQUF $.
$}

$( A sum is zero exactly when both parts are.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
add.none.iff $p |- ( ( a + b ) = 0 <=> ( a = 0 & b = 0 ) ) $=
  ( t.add t.zero w.eq w.and add.comm eq.iff.l iff.l.r add.none imp.link.r
  and.both df-andl df-andk add.d ax-addz imp.keep.r eq.join.d iff.make.r )
  ABCZDEZADEZBDEZFZUAUBUCUABACZDEZUBUAUFTUEDABGHIBAJKABJLUDTDD
  CZDUDADBDUBUCMUBUCNOUGDEUDDPQRS $.

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                               Multiplication
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$c * tri $.

$( The product of the numbers a and b.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.mul $a term ( a * b ) $.

$( Equals may replace each other on the left of a product of numbers.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-eqmull $a |- ( a = b => ( a * c ) = ( b * c ) ) $.

$( Equals may replace each other on the right of a product of numbers.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-eqmulk $a |- ( a = b => ( c * a ) = ( c * b ) ) $.

$( Multiplying by zero gives zero.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-mulz $a |- ( a * 0 ) = 0 $.

$( Multiplying by a successor adds the number once more.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-muls $a |- ( a * suc b ) = ( ( a * b ) + a ) $.

$( The sum of the numbers up to a.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
t.tri $a term tri a $.

$( Equal numbers have equal sums up to them.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-eqtri $a |- ( a = b => tri a = tri b ) $.

$( The sum up to zero is zero.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-triz $a |- tri 0 = 0 $.

$( The sum up to a successor adds the successor.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-tris $a |- tri suc a = ( tri a + suc a ) $.

${
  mul.l.r.1 $e |- a = b $.
  $( Multiply both sides of a proved equation on the right by the same
     number. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.l.r $p |- ( a * c ) = ( b * c ) $=
    ta tb w.eq ta tc t.mul tb tc t.mul w.eq mul.l.r.1 ta tb tc ax-eqmull ax-det
    $.
$}

${
  mul.k.r.1 $e |- a = b $.
  $( Multiply both sides of a proved equation on the left by the same
     number. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.k.r $p |- ( c * a ) = ( c * b ) $=
    ta tb w.eq tc ta t.mul tc tb t.mul w.eq mul.k.r.1 ta tb tc ax-eqmulk ax-det
    $.
$}

${
  mul.d.1 $e |- ( p => a = b ) $.
  mul.d.2 $e |- ( p => c = d ) $.
  $( Multiply two equations under a common condition.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.d $p |- ( p => ( a * c ) = ( b * d ) ) $=
    wp ta tc t.mul tb tc t.mul tb td t.mul wp ta tb w.eq ta tc t.mul tb tc
    t.mul w.eq mul.d.1 ta tb tc ax-eqmull imp.link.r wp tc td w.eq tb tc t.mul
    tb td t.mul w.eq mul.d.2 tc td tb ax-eqmulk imp.link.r eq.join.d $.
$}

${
  tri.d.1 $e |- ( p => a = b ) $.
  $( Equal numbers under a condition have equal sums up to them.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  tri.d $p |- ( p => tri a = tri b ) $=
    wp ta tb w.eq ta t.tri tb t.tri w.eq tri.d.1 ta tb ax-eqtri imp.link.r $.
$}

${
  mul.r.1 $e |- a = b $.
  mul.r.2 $e |- c = d $.
  $( Multiply two proved equations between numbers.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.r $p |- ( a * c ) = ( b * d ) $=
    ta tc t.mul tb tc t.mul tb td t.mul ta tb tc mul.r.1 mul.l.r tc td tb
    mul.r.2 mul.k.r eq.join.r $.
$}

$( Multiplying by a second successor adds the number twice.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.suc.suc $p |- ( a * suc suc b ) = ( ( ( a * b ) + a ) + a ) $=
  ta tb t.suc t.suc t.mul ta tb t.suc t.mul ta t.add ta tb t.mul ta t.add ta
  t.add ta tb t.suc ax-muls ta tb t.suc t.mul ta tb t.mul ta t.add ta ta tb
  ax-muls add.l.r eq.join.r $.

$( Two steps of the sum of the numbers up to a.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
tri.suc.suc $p |- tri suc suc a = ( ( tri a + suc a ) + suc suc a ) $=
  ta t.suc t.suc t.tri ta t.suc t.tri ta t.suc t.suc t.add ta t.tri ta t.suc
  t.add ta t.suc t.suc t.add ta t.suc df-tris ta t.suc t.tri ta t.tri ta t.suc
  t.add ta t.suc t.suc ta df-tris add.l.r eq.join.r $.

${
  $d a x $.  $d x y $.
  $( Zero times anything is zero.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.zero $p |- ( 0 * a ) = 0 $=
    ( t.zero vx t.var t.mul w.eq vy t.suc eq.self.d imp.self mul.d eq.iff.d
    ax-mulz t.add ax-muls ax-addz eq.join.r eq.iff.l iff.k.r ax-ind )
    BCDZEZBFBBEZBFBGDZEZBFZBUDHZEZBFZBAEZBFACGUABFZUBUCBBUKBBUAB
    UKBIZUKJKULLUAUDFZUBUEBBUMBBUAUDUMBIZUMJKUNLUAUGFZUBUHBBUOBB
    UAUGUOBIZUOJKUPLUAAFZUBUJBBUQBBUAAUQBIZUQJKURLBMUIUFUHUEBUHU
    EBNUEBUDOUEPQRST $.
$}

${
  $d a x y $.  $d b x $.
  $( A successor times a number adds the number once more.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.suc $p |- ( suc a * b ) = ( ( a * b ) + b ) $=
    ( t.suc vx t.var t.mul t.add w.eq t.zero vy eq.self.d imp.self mul.d add.d
    eq.iff.d ax-mulz eq.turn.r ax-addz eq.chain.r ax-muls add.l.r ax-adds
    add.last suc.r eq.join.r add.carry ax-ind )
    ACZDEZFZAUIFZUIGZHUHIFZAIFZIGZHUHJEZFZAUPFZUPGZHUHUPCZFZAUTF
    ZUTGZHUHBFZABFZBGZHBDJUIIHZUJUMULUOVGUHUHUIIVGUHKVGLZMVGUKUN
    UIIVGAAUIIVGAKVHMVHNOUIUPHZUJUQULUSVIUHUHUIUPVIUHKVILZMVIUKU
    RUIUPVIAAUIUPVIAKVJMVJNOUIUTHZUJVAULVCVKUHUHUIUTVKUHKVKLZMVK
    UKVBUIUTVKAAUIUTVKAKVLMVLNOUIBHZUJVDULVFVMUHUHUIBVMUHKVMLZMV
    MUKVEUIBVMAAUIBVMAKVNMVNNOUMIUNUOUHPUNIAPQUOUNUNRQSUQUSVAVCU
    HUHUPTVCUSAGZCZUSUHGZVCURAGZUTGVRUPGZCVPVBVRUTAUPTUAVRUPUBVS
    VOURAUPUCUDSVQVPUSAUBQUEUFUG $.
$}

${
  $d a x y $.  $d b x $.
  $( The order of a product of numbers does not matter.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.comm $p |- ( a * b ) = ( b * a ) $=
    ( vx t.var t.mul w.eq t.zero vy t.suc eq.self.d imp.self mul.d eq.iff.d
    ax-mulz mul.zero eq.meet.r ax-muls mul.suc add.carry ax-ind )
    ACDZEZUAAEZFAGEZGAEZFAHDZEZUFAEZFAUFIZEZUIAEZFABEZBAEZFBCHUA
    GFZUBUDUCUEUNAAUAGUNAJZUNKZLUNUAGAAUPUOLMUAUFFZUBUGUCUHUQAAU
    AUFUQAJZUQKZLUQUAUFAAUSURLMUAUIFZUBUJUCUKUTAAUAUIUTAJZUTKZLU
    TUAUIAAVBVALMUABFZUBULUCUMVCAAUABVCAJZVCKZLVCUABAAVEVDLMUDUE
    GANAOPUGUHUJUKAAUFQUFARST $.
$}

${
  $d a x y $.  $d b x y $.  $d c x $.
  $( A product spreads over a sum on the right.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.over $p |- ( a * ( b + c ) ) = ( ( a * b ) + ( a * c ) ) $=
    ( vx t.var t.add t.mul w.eq t.zero vy t.suc eq.self.d imp.self add.d mul.d
    eq.iff.d ax-addz mul.k.r eq.turn.r ax-mulz add.k.r eq.chain.r ax-adds
    ax-muls eq.join.r add.assoc add.carry ax-ind )
    ABDEZFZGZABGZAUIGZFZHABIFZGZULAIGZFZHABJEZFZGZULAUSGZFZHABUS
    KZFZGZULAVDGZFZHABCFZGZULACGZFZHCDJUIIHZUKUPUNURVMAAUJUOVMAL
    ZVMBBUIIVMBLVMMZNOVMULULUMUQVMULLVMAAUIIVNVOONPUIUSHZUKVAUNV
    CVPAAUJUTVPALZVPBBUIUSVPBLVPMZNOVPULULUMVBVPULLVPAAUIUSVQVRO
    NPUIVDHZUKVFUNVHVSAAUJVEVSALZVSBBUIVDVSBLVSMZNOVSULULUMVGVSU
    LLVSAAUIVDVTWAONPUICHZUKVJUNVLWBAAUJVIWBALZWBBBUICWBBLWBMZNO
    WBULULUMVKWBULLWBAAUICWCWDONPUPULULIFZURUOBABQRWEULULQSIUQUL
    UQIATSUAUBVAVCVFVHAVFAUTKZGVAAFVEWFABUSUCRAUTUDUEVHULVBAFZFZ
    VCAFZVGWGULAUSUDUAWIWHULVBAUFSUEUGUH $.
$}

$( A product spreads over a sum on the left.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.over.k $p |- ( ( a + b ) * c ) = ( ( a * c ) + ( b * c ) ) $=
  ( t.add t.mul mul.comm mul.over add.l.r eq.chain.r add.k.r eq.join.r )
  ABDZCEZACEZCBEZDZNBCEZDMCLECAEZODPLCFCABGRNOCAFHIOQNCBFJK $.

${
  $d a x y $.  $d b x y $.  $d c x $.
  $( Brackets do not matter in a product of numbers.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.assoc $p |- ( ( a * b ) * c ) = ( a * ( b * c ) ) $=
    ( t.mul vx t.var w.eq t.zero vy t.suc eq.self.d imp.self mul.d eq.iff.d
    ax-mulz eq.turn.r mul.k.r eq.chain.r ax-muls t.add mul.over eq.join.r
    add.carry ax-ind )
    ABDZEFZDZABUFDZDZGUEHDZABHDZDZGUEIFZDZABUMDZDZGUEUMJZDZABUQD
    ZDZGUECDZABCDZDZGCEIUFHGZUGUJUIULVDUEUEUFHVDUEKVDLZMVDAAUHUK
    VDAKVDBBUFHVDBKVEMMNUFUMGZUGUNUIUPVFUEUEUFUMVFUEKVFLZMVFAAUH
    UOVFAKVFBBUFUMVFBKVGMMNUFUQGZUGURUIUTVHUEUEUFUQVHUEKVHLZMVHA
    AUHUSVHAKVHBBUFUQVHBKVIMMNUFCGZUGVAUIVCVJUEUEUFCVJUEKVJLZMVJ
    AAUHVBVJAKVJBBUFCVJBKVKMMNUJHAHDZULUEOVLHAOPHUKAUKHBOPQRUNUP
    URUTUEUEUMSUTAUOBTZDUPUETUSVMABUMSQAUOBUAUBUCUD $.
$}

$( Multiplying by one changes nothing.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.one $p |- ( a * 1 ) = a $=
  ( t.one t.mul t.zero t.add t.suc df-one mul.k.r ax-muls ax-mulz add.l.r
  eq.chain.r add.zero eq.join.r ) ABCZDAEZAOADFZCADCZAEPBQAGHADIRDAAJKLAMN $.

$( Twice a number is the number added to itself.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.two $p |- ( 2 * a ) = ( a + a ) $=
  ( t.two t.mul t.one t.suc t.add df-two mul.l.r mul.suc mul.comm mul.one
  eq.join.r add.l.r eq.chain.r ) BACDEZACDACZAFAAFBOAGHDAIPAAPADCADAJAKLMN $.

$( Twice two is four. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
num.mul.two.two $p |- ( 2 * 2 ) = 4 $=
  t.two t.two t.mul t.two t.two t.add t.four t.two mul.two num.add.two.two
  eq.join.r $.

$( The first two of three factors may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.swap $p |- ( a * ( b * c ) ) = ( b * ( a * c ) ) $=
  ( t.mul mul.assoc eq.turn.r mul.comm mul.l.r eq.chain.r )
  ABCDDZABDZCDZBADZCDBACDDLJABCEFKMCABGHBACEI $.

$( The inner two of four factors may change places.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.four $p |- ( ( a * b ) * ( c * d ) ) = ( ( a * c ) * ( b * d ) ) $=
  ( t.mul mul.assoc mul.swap mul.k.r eq.turn.r eq.chain.r )
  ABECDEZEABKEZEACBDEZEZEZACEMEZABKFLNABCDGHPOACMFIJ $.

$( The product of two sums is the sum of four products.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.sums $p |- ( ( a + b ) * ( c + d ) ) = ( ( ( a * c ) + ( a * d ) ) + ( ( b
    * c ) + ( b * d ) ) ) $=
  ( t.add t.mul mul.over.k mul.over add.l.r add.k.r eq.chain.r )
  ABECDEZFALFZBLFZEACFADFEZNEOBCFBDFEZEABLGMONACDHINPOBCDHJK $.

$( The square of a sum. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.square $p |- ( ( a + b ) * ( a + b ) ) = ( ( a * a ) + ( ( 2 * ( a * b ) )
    + ( b * b ) ) ) $=
  ( t.add t.mul t.two mul.sums add.assoc eq.turn.r mul.comm add.k.r add.l.r
  mul.two eq.chain.r )
  ABCZNDAADZABDZCBADZBBDZCZCOPSCZCOEPDZRCZCABABFOPSGTUBOTPQCZR
  CZPPCZRCUBUDTPQRGHUCUERQPPBAIJKUEUARUAUEPLHKMJM $.

$( The next square. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.square.suc $p |- ( suc a * suc a ) = suc ( ( a * a ) + ( 2 * a ) ) $=
  ( t.suc t.mul t.add t.two ax-muls ax-adds mul.suc add.l.r suc.r eq.chain.r
  add.assoc mul.two eq.turn.r add.k.r )
  ABZPCZAACZADZADZBZRAADZDZBREACZDZBQPACZPDUFADZBUAPAFUFAGUGTU
  FSAAAHIJKTUCRAALJUCUEUBUDRUDUBAMNOJK $.

${
  $d a x y $.  $d b x $.
  $( A product is zero only when one of its factors is.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  mul.none $p |- ( ( a * b ) = 0 => ( a = 0 | b = 0 ) ) $=
    ( vx t.var t.mul t.zero w.eq w.or w.imp vy t.suc eq.self.d imp.self mul.d
    eq.iff.d iff.self.d or.iff.d iff.imp.d ax-same df-ork ax-det imp.keep.r
    t.add ax-muls eq.iff.l iff.l.r add.none df-orl imp.chain.r ax-ind )
    ACDZEZFGZAFGZUKFGZHZIAFEZFGZUNFFGZHZIAJDZEZFGZUNVAFGZHZIZAVA
    KZEZFGZUNVGFGZHZIZABEZFGZUNBFGZHZIBCJUOUMURUPUTUOULUQFFUOAAU
    KFUOALUOMZNUOFLZOUOUNUNUOUSUOUNPUOUKFFFVQVROQRUKVAGZUMVCUPVE
    VSULVBFFVSAAUKVAVSALVSMZNVSFLZOVSUNUNUOVDVSUNPVSUKVAFFVTWAOQ
    RUKVGGZUMVIUPVKWBULVHFFWBAAUKVGWBALWBMZNWBFLZOWBUNUNUOVJWBUN
    PWBUKVGFFWCWDOQRUKBGZUMVNUPVPWEULVMFFWEAAUKBWEALWEMZNWEFLZOW
    EUNUNUOVOWEUNPWEUKBFFWFWGOQRUTURUSUTFSUNUSTUAUBVLVFVIVBAUCZF
    GZUNVKVIWIVHWHFAVAUDUEUFVBAUGUNVJUHUIUBUJ $.
$}

$( A product is zero exactly when one of its factors is.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.none.iff $p |- ( ( a * b ) = 0 <=> ( a = 0 | b = 0 ) ) $=
  ( t.mul t.zero w.eq w.or mul.none ax-eqmull mul.zero imp.keep.r eq.join.d
  ax-eqmulk ax-mulz or.cases.r iff.make.r )
  ABCZDEZADEZBDEZFABGRSQRPDBCZDADBHTDERBIJKSPADCZDBDALUADESAMJ KNO $.

$( If a product with a successor is zero, the other factor is.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
mul.unit.l $p |- ( ( a * suc b ) = 0 => a = 0 ) $=
  ( t.suc t.mul t.zero w.eq t.add ax-muls eq.iff.l iff.l.r add.none imp.link.r
  ) ABCDZEFZABDZAGZEFZAEFNQMPEABHIJOAKL $.

${
  $d a x $.  $d x y $.
  $( Twice the sum of the numbers up to a is a times its successor.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  tri.sum $p |- ( 2 * tri a ) = ( a * suc a ) $=
    ( t.two vx t.var t.tri t.mul t.suc w.eq t.zero vy eq.self.d imp.self tri.d
    mul.d suc.d eq.iff.d df-triz mul.k.r ax-mulz mul.zero eq.turn.r eq.chain.r
    t.add df-tris mul.over eq.join.r ax-muls mul.suc add.l.r add.assoc mul.two
    add.k.r add.carry ax-ind )
    BCDZEZFZUOUOGZFZHBIEZFZIIGZFZHBJDZEZFZVDVDGZFZHBVGEZFZVGVGGZ
    FZHBAEZFZAAGZFZHACJUOIHZUQVAUSVCVQBBUPUTVQBKVQUOIVQLZMNVQUOI
    URVBVRVQUOIVRONPUOVDHZUQVFUSVHVSBBUPVEVSBKVSUOVDVSLZMNVSUOVD
    URVGVTVSUOVDVTONPUOVGHZUQVJUSVLWABBUPVIWABKWAUOVGWALZMNWAUOV
    GURVKWBWAUOVGWBONPUOAHZUQVNUSVPWCBBUPVMWCBKWCUOAWCLZMNWCUOAU
    RVOWDWCUOAWDONPVABIFIVCUTIBQRBSVCIVBTUAUBVFVHVJVLBVGFZVJBVEV
    GUCZFVFWEUCVIWFBVDUDRBVEVGUEUFVLVHVGVGUCZUCZVHWEUCVLVGVGFZVG
    UCVHVGUCZVGUCWHVGVGUGWIWJVGVDVGUHUIVHVGVGUJUBWGWEVHWEWGVGUKU AULUFUMUN $.
$}

$( Two sums in a row make a square.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
tri.pair $p |- ( tri suc a + tri a ) = ( suc a * suc a ) $=
  ( t.suc t.tri t.add t.two t.mul df-tris add.l.r add.last mul.two eq.turn.r
  eq.chain.r tri.sum mul.suc )
  ABZCZACZDZEQFZODZAOFZODZOOFZRQODZQDQQDZODTPUDQAGHQOQIUESOSUE
  QJKHLSUAOAMHUCUBAONKL $.

$(
############################################################################
                         Quantifiers and relations
############################################################################
$)

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                Quantifiers
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( Five axioms for "all"; "some" is defined.  Individual variables range over
   the domain of the terms. $)

$c all some $.

$( For all x, p. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.all $a wff all x p $.

$( For some x, p. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.some $a wff some x p $.

${
  ax-every.1 $e |- p $.
  $( A proved formula holds for all x.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  ax-every $a |- all x p $.
$}

$( For all x spreads over an implication.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-spread $a |- ( all x ( p => q ) => ( all x p => all x q ) ) $.

$( What holds for all x holds.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-spec $a |- ( all x p => p ) $.

$( The order of two universal quantifiers does not matter.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-order $a |- ( all x all y p => all y all x p ) $.

$( What fails for some x does so whatever x is.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-stay $a |- ( ~ all x p => all x ~ all x p ) $.

${
  $d p x $.
  $( A formula without x holds for all x when it holds.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  ax-pad $a |- ( p => all x p ) $.
$}

${
  $d a x $.
  $( Not everything differs from a.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  ax-find $a |- ~ all x ~ x = a $.
$}

$( Something has a property when not everything lacks it.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-some $a |- ( some x p <=> ~ all x ~ p ) $.

${
  all.at.r.1 $e |- all x p $.
  $( What is proved for all x is proved.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.at.r $p |- p $=
    wp vx w.all wp all.at.r.1 wp vx ax-spec ax-det $.
$}

${
  all.r.1 $e |- ( p => q ) $.
  $( A proved implication carries from one universal formula to another.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.r $p |- ( all x p => all x q ) $=
    wp wq w.imp vx w.all wp vx w.all wq vx w.all w.imp wp wq w.imp vx all.r.1
    ax-every wp wq vx ax-spread ax-det $.
$}

${
  all.det.r.1 $e |- all x p $.
  all.det.r.2 $e |- all x ( p => q ) $.
  $( Detachment for all x.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.det.r $p |- all x q $=
    ( w.all w.imp ax-spread ax-det ) ACFZBCFZDABGCFJKGEABCHII $.
$}

${
  all.two.1 $e |- p $.
  $( A proved formula holds for all pairs.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.two $p |- all x all y p $=
    wp vy w.all vx wp vy all.two.1 ax-every ax-every $.
$}

$( What holds for all pairs holds.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
all.spec.two $p |- ( all x all y p => p ) $=
  wp vy w.all vx w.all wp vy w.all wp wp vy w.all vx ax-spec wp vy ax-spec
  imp.link.r $.

${
  $d p x $.
  all.push.1 $e |- ( p => q ) $.
  $( A conclusion from a condition without x holds for all x.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.push $p |- ( p => all x q ) $=
    wp wp vx w.all wq vx w.all wp vx ax-pad wp wq vx all.push.1 all.r
    imp.link.r $.
$}

${
  all.iff.r.1 $e |- ( p <=> q ) $.
  $( Proved equivalents hold for all x together.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.iff.r $p |- ( all x p <=> all x q ) $=
    wp vx w.all wq vx w.all wp wq vx wp wq all.iff.r.1 iff.l.r all.r wq wp vx
    wp wq all.iff.r.1 iff.k.r all.r iff.make.r $.
$}

$( What is equivalent for all x holds for all x together.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
all.iff $p |- ( all x ( p <=> q ) => ( all x p <=> all x q ) ) $=
  ( w.iff w.all w.imp df-iffl all.r ax-spread imp.link.r df-iffk iff.make.d )
  ABDZCEZACEZBCEZNABFZCEOPFMQCABGHABCIJNBAFZCEPOFMRCABKHBACIJL $.

${
  $d p x $.
  all.iff.d.1 $e |- ( p => ( q <=> r ) ) $.
  $( Equivalents under a condition without x hold for all x together.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.iff.d $p |- ( p => ( all x q <=> all x r ) ) $=
    wp wq wr w.iff vx w.all wq vx w.all wr vx w.all w.iff wp wq wr w.iff vx
    all.iff.d.1 all.push wq wr vx all.iff imp.link.r $.
$}

$( The order of two universal quantifiers does not matter at all.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
all.swap $p |- ( all x all y p <=> all y all x p ) $=
  wp vy w.all vx w.all wp vx w.all vy w.all wp vx vy ax-order wp vy vx ax-order
  iff.make.r $.

${
  $d p x $.
  $( A quantifier over a variable that is not there changes nothing.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.vac $p |- ( all x p <=> p ) $=
    wp vx w.all wp wp vx ax-spec wp vx ax-pad iff.make.r $.
$}

$( What holds for all x does so whatever x is.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
all.stay $p |- ( all x p => all x all x p ) $=
  ( w.all w.neg w.imp ax-spec neg.flip.k ax-det ax-stay neg.flip.l all.r
  imp.chain.r ) ABCZMDZBCZDZPBCMBCONEMPENBFOMGHNBIPMBNOEPMEABIMOJHKL $.

$( To quantify twice is to quantify once.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
all.twice $p |- ( all x p <=> all x all x p ) $=
  wp vx w.all wp vx w.all vx w.all wp vx all.stay wp vx w.all vx ax-spec
  iff.make.r $.

$( Two things hold for all x exactly when each does.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
all.and $p |- ( all x ( p & q ) <=> ( all x p & all x q ) ) $=
  ( w.and w.all df-andl all.r df-andk and.both w.imp df-andm ax-spread
  imp.link.r and.pack.r iff.make.r )
  ABDZCEZACEZBCEZDQRSPACABFGPBCABHGIRSQRBPJZCESQJATCABKGBPCLMN O $.

$( If one of two things holds for all x, then for all x one of them holds.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
all.or $p |- ( ( all x p | all x q ) => all x ( p | q ) ) $=
  ( w.all w.or df-orl all.r df-ork or.cases.r ) ACDBCDABEZCDAJCABFGBJCABHGI $.

$( Universal implications that meet link into one.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
all.link $p |- ( all x ( p => q ) => ( all x ( q => r ) => all x ( p => r ) ) )
    $=
  ( w.imp w.all ax-link all.r ax-spread imp.link.r )
  ABEZDFBCEZACEZEZDFLDFMDFEKNDABCGHLMDIJ $.

$( An instance is enough.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.make $p |- ( p => some x p ) $=
  wp wp w.neg vx w.all w.neg wp vx w.some wp w.neg vx w.all wp w.neg w.imp wp
  wp w.neg vx w.all w.neg w.imp wp w.neg vx ax-spec wp w.neg vx w.all wp
  neg.flip.k ax-det wp vx w.some wp w.neg vx w.all w.neg wp vx df-some iff.k.r
  imp.link.r $.

${
  some.r.1 $e |- ( p => q ) $.
  $( A proved implication carries from one existential formula to another.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.r $p |- ( some x p => some x q ) $=
    ( w.some w.neg w.all df-some iff.l.r neg.flip.r all.r iff.k.r imp.chain.r )
    ACEZAFZCGZFZBFZCGZFZBCEZNQACHISPROCABDJKJUATBCHLM $.
$}

${
  some.iff.r.1 $e |- ( p <=> q ) $.
  $( Proved equivalents hold for some x together.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.iff.r $p |- ( some x p <=> some x q ) $=
    wp vx w.some wq vx w.some wp wq vx wp wq some.iff.r.1 iff.l.r some.r wq wp
    vx wp wq some.iff.r.1 iff.k.r some.r iff.make.r $.
$}

$( Something lacks a property exactly when not everything has it.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.not $p |- ( some x ~ p <=> ~ all x p ) $=
  wp w.neg vx w.some wp w.neg w.neg vx w.all w.neg wp vx w.all w.neg wp w.neg
  vx df-some wp w.neg w.neg vx w.all wp vx w.all wp w.neg w.neg wp vx wp wp
  w.neg w.neg wp iff.twice iff.turn.r all.iff.r iff.neg.r iff.join.r $.

$( Nothing has a property exactly when everything lacks it.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.none $p |- ( ~ some x p <=> all x ~ p ) $=
  ( w.some w.neg w.all df-some iff.neg.r iff.twice iff.turn.r iff.join.r )
  ABCZDADBEZDZDZLKMABFGLNLHIJ $.

${
  $d p x $.
  $( An existential quantifier over a variable that is not there changes
     nothing. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.vac $p |- ( some x p <=> p ) $=
    ( w.some w.neg w.all df-some iff.l.r w.imp ax-pad neg.flip.l ax-det
    imp.link.r some.make iff.make.r ) ABCZAOADZBEZDZAORABFGPQHRAHPBIAQJKLABMN
    $.
$}

${
  $d q x $.
  some.take.1 $e |- ( p => q ) $.
  $( What follows from an instance without naming it follows from existence.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.take $p |- ( some x p => q ) $=
    wp vx w.some wq vx w.some wq wp wq vx some.take.1 some.r wq vx w.some wq wq
    vx some.vac iff.l.r imp.link.r $.
$}

$( One of two things holds for some x exactly when one of them does for some
   x. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.or $p |- ( some x ( p | q ) <=> ( some x p | some x q ) ) $=
  ( w.or w.some w.neg w.all w.and df-some or.morgan all.iff.r iff.neg.r
  iff.join.r all.and and.morgan iff.turn.r or.iff.l or.iff.k )
  ABDZCEZACEZBFZCGZFZDZUABCEZDTAFZCGZFZUDDZUETUHUCHZFZUJTUGUBH
  ZCGZFZULTSFZCGZFUOSCIUQUNUPUMCABJKLMUNUKUGUBCNLMUHUCOMUIUAUD
  UAUIACIPQMUDUFUAUFUDBCIPRM $.

$( If two things hold for the same x, each holds for some x.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.and $p |- ( some x ( p & q ) => ( some x p & some x q ) ) $=
  wp wq w.and vx w.some wp vx w.some wq vx w.some wp wq w.and wp vx wp wq
  df-andl some.r wp wq w.and wq vx wp wq df-andk some.r and.both $.

$( A universal implication carries existence along.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.spread $p |- ( all x ( p => q ) => ( some x p => some x q ) ) $=
  ( w.imp w.all w.some w.neg neg.flip all.r ax-spread imp.chain.r df-some
  iff.l.r imp.ante iff.k.r imp.deep )
  ABDZCEZACFZBGZCEZGZBCFZRAGZCEZGZUBSRTUDDZCEUAUEDUFUBDQUGCABH
  ITUDCJUAUEHKSUFACLMNUCUBBCLOP $.

$( What is equivalent for all x holds for some x together.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.iff $p |- ( all x ( p <=> q ) => ( some x p <=> some x q ) ) $=
  ( w.iff w.all w.some w.imp df-iffl all.r some.spread imp.link.r df-iffk
  iff.make.d ) ABDZCEZACFZBCFZOABGZCEPQGNRCABHIABCJKOBAGZCEQPGNSCABLIBACJKM $.

${
  $d p x $.
  some.iff.d.1 $e |- ( p => ( q <=> r ) ) $.
  $( Equivalents under a condition without x hold for some x together.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.iff.d $p |- ( p => ( some x q <=> some x r ) ) $=
    ( w.iff w.all w.some all.push some.iff imp.link.r )
    ABCFZDGBDHCDHFALDEIBCDJK $.
$}

$( What holds for all x holds of what exists.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.all.and $p |- ( ( all x p & some x q ) => some x ( p & q ) ) $=
  wp vx w.all wq vx w.some wp wq w.and vx w.some wp vx w.all wq wp wq w.and
  w.imp vx w.all wq vx w.some wp wq w.and vx w.some w.imp wp wq wp wq w.and
  w.imp vx wp wq df-andm all.r wq wp wq w.and vx some.spread imp.link.r
  and.pack.r $.

$( An implication holds for some x exactly when all p would give some q.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.imp $p |- ( some x ( p => q ) <=> ( all x p => some x q ) ) $=
  ( w.imp w.some w.all w.neg w.or or.imp some.iff.r some.or iff.join.r some.not
  or.iff.l iff.turn.r )
  ABDZCEZACFZGZBCEZHZRTDZQAGZCEZTHZUAQUCBHZCEUEPUFCABIJUCBCKLU
  DSTACMNLUBUARTIOL $.

$( There is something that has a property only if everything has it.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.drinker $p |- some x ( p => all x p ) $=
  wp wp vx w.all w.imp vx w.some wp vx w.all wp vx w.all vx w.some w.imp wp vx
  w.all vx some.make wp wp vx w.all vx some.imp iff.det.k $.

${
  $d p x $.
  $( A condition without x may be taken out of a universal formula.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.out.l $p |- ( all x ( p => q ) <=> ( p => all x q ) ) $=
    ( w.imp w.all ax-spread ax-pad imp.ante ax-keep all.r w.neg ax-clash
    imp.link.r neg.merge ax-det iff.make.r )
    ABDZCEZABCEZDZRACESAABCFACGHSRDZTRDZBQCBAIJAKZRDUAUBDUCUCCER
    UCCGUCQCABLJMASRNOOP $.
$}

${
  $d q x $.
  $( To follow from every instance is to follow from existence.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.out.k $p |- ( all x ( p => q ) <=> ( some x p => q ) ) $=
    ( w.imp w.all w.some some.spread some.vac iff.l.r imp.deep ax-pad ax-keep
    all.r imp.link.r w.neg some.none ax-clash neg.merge ax-det iff.make.r )
    ABDZCEZACFZBDZUBUCBCFZBABCGUEBBCHIJBUBDZUDUBDZBBCEUBBCKBUACB
    ALMNUCOZUBDUFUGDUHAOZCEZUBUHUJACPIUIUACABQMNUCBUBRSST $.
$}

${
  $d p x $.
  $( A part without x may be taken out of an existential conjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.and.out $p |- ( some x ( p & q ) <=> ( p & some x q ) ) $=
    ( w.and w.some df-andl some.take df-andk some.r and.both w.imp w.all
    df-andm all.push some.spread imp.link.r and.pack.r iff.make.r )
    ABDZCEZABCEZDTAUASACABFGSBCABHIJAUATABSKZCLUATKAUBCABMNBSCOP QR $.
$}

${
  $d p x $.
  $( A part without x may be taken out of a universal disjunction.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.or.out $p |- ( all x ( p | q ) <=> ( p | all x q ) ) $=
    ( w.or w.all w.neg w.imp or.deny all.iff.r all.out.l iff.join.r iff.turn.r
    ) ABDZCEZAFZBCEZGZAPDZNOBGZCEQMSCABHIOBCJKRQAPHLK $.
$}

${
  free.not.1 $e |- ( p => all x p ) $.
  $( Negation keeps a formula independent of x.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  free.not $p |- ( ~ p => all x ~ p ) $=
    ( w.neg w.all ax-spec neg.flip.r ax-stay all.r imp.chain.r )
    ADZABEZDZMBEKBELAABFGABHMKBALCGIJ $.
$}

${
  free.all.1 $e |- ( p => all y p ) $.
  $( A universal quantifier keeps a formula independent of y.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  free.all $p |- ( all x p => all y all x p ) $=
    ( w.all all.r ax-order imp.link.r ) ABEZACEZBEICEAJBDFABCGH $.
$}

${
  free.some.1 $e |- ( p => all y p ) $.
  $( An existential quantifier keeps a formula independent of y.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  free.some $p |- ( some x p => all y some x p ) $=
    ( w.some w.neg w.all df-some iff.l.r free.not free.all iff.k.r all.r
    imp.chain.r ) ABEZAFZBGZFZRCGOCGORABHZIQCPBCACDJKJROCORSLMN $.
$}

$( What is related to everything is there for everything.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.all $p |- ( some x all y p => all y some x p ) $=
  wp vy w.all vx w.some wp vy w.all vx w.some vy w.all wp vx w.some vy w.all wp
  vy w.all vx vy wp vy all.stay free.some wp vy w.all vx w.some wp vx w.some vy
  wp vy w.all wp vx wp vy ax-spec some.r all.r imp.link.r $.

$( The order of two existential quantifiers does not matter.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
some.swap $p |- ( some x some y p <=> some y some x p ) $=
  ( w.some w.neg w.all df-some some.none all.iff.r iff.neg.r iff.join.r
  all.swap iff.turn.r )
  ACDZBDZABDZEZCFZEZPCDZOAEZBFZCFZEZSOUACFZBFZEZUDONEZBFZEUGNB
  GUIUFUHUEBACHIJKUFUCUABCLJKUCRUBQCQUBABHMIJKTSPCGMK $.

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                 Instances
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( From a quantified formula to a term and back, by an equation for the
   variable. $)

${
  $d a x $.
  $( Something equals a.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.same $p |- some x x = a $=
    vx t.var ta w.eq vx w.some vx t.var ta w.eq w.neg vx w.all w.neg ta vx
    ax-find vx t.var ta w.eq vx df-some iff.det.k $.
$}

${
  $d q x $.  $d a x $.
  all.inst.1 $e |- ( x = a => ( p <=> q ) ) $.
  $( What holds for all x holds of a term.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.inst $p |- ( all x p => q ) $=
    ( t.var w.eq w.some w.all w.imp some.same w.iff df-iffl imp.link.r
    imp.swap.r all.r all.out.k iff.l.r ax-det )
    DFCGZDHZADIZBJCDKUBUABUBTBJZDIZUABJZAUCDTABTABLABJEABMNOPUDU ETBDQRNOS $.
$}

${
  $d q x $.  $d a x $.
  some.inst.1 $e |- ( x = a => ( p <=> q ) ) $.
  $( What holds of a term holds for some x.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.inst $p |- ( q => some x p ) $=
    ( t.var w.eq w.some w.imp some.same w.all w.iff df-iffk imp.link.r
    imp.swap.r all.push some.spread ax-det )
    DFCGZDHZBADHZICDJBTUABSAIZDKTUAIBUBDSBASABLBAIEABMNOPSADQNOR $.
$}

${
  $d q x $.  $d a x $.
  all.same.1 $e |- ( x = a => ( p <=> q ) ) $.
  $( To hold of everything equal to a is to hold of a.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.same $p |- ( all x ( x = a => p ) <=> q ) $=
    ( t.var w.eq w.imp w.all w.some some.same w.iff df-iffl imp.link.r
    imp.spread.r all.r all.out.k iff.l.r imp.swap.r ax-det df-iffk all.push
    iff.make.r ) DFCGZAHZDIZBUDDJZUFBHCDKUFUGBUFUDBHZDIZUGBHZUEUHDUDABUDABLZA
    BHEABMNOPUIUJUDBDQRNSTBUEDUDBAUDUKBAHEABUANSUBUC $.
$}

${
  $d q x $.  $d a x $.
  some.same.and.1 $e |- ( x = a => ( p <=> q ) ) $.
  $( To hold of something equal to a is to hold of a.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.same.and $p |- ( some x ( x = a & p ) <=> q ) $=
    ( t.var w.eq w.and w.some w.iff w.imp df-iffl imp.link.r and.pack.r
    some.take ax-same df-andm ax-det imp.self eq.self.d eq.iff.d and.iff.d
    some.inst iff.make.r )
    DFZCGZAHZDIZBUGBDUFABUFABJABKEABLMNOBCCGZBHZUHUIBUJKCPUIBQRU
    GUJCDUFUFUIABUFUECCCUFSUFCTUAEUBUCMUD $.
$}

${
  $d q x $.  $d a x $.
  all.inst.r.1 $e |- ( x = a => ( p <=> q ) ) $.
  all.inst.r.2 $e |- p $.
  $( What is proved for x is proved of a term.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.inst.r $p |- q $=
    wp vx w.all wq wp vx all.inst.r.2 ax-every wp wq ta vx all.inst.r.1
    all.inst ax-det $.
$}

${
  $d p y $.  $d q x $.  $d x y $.
  all.rename.1 $e |- ( x = y => ( p <=> q ) ) $.
  $( The name of a universally bound variable does not matter.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.rename $p |- ( all x p <=> all y q ) $=
    wp vx w.all wq vy w.all wp vx w.all wq vy wp wq vy t.var vx all.rename.1
    all.inst all.push wq vy w.all wp vx wq wp vx t.var vy vy t.var vx t.var
    w.eq vx t.var vy t.var w.eq wp wq w.iff wq wp w.iff vy t.var vx t.var
    eq.turn all.rename.1 wp wq iff.turn imp.chain.r all.inst all.push
    iff.make.r $.
$}

${
  $d p y $.  $d q x $.  $d x y $.
  some.rename.1 $e |- ( x = y => ( p <=> q ) ) $.
  $( The name of an existentially bound variable does not matter.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.rename $p |- ( some x p <=> some y q ) $=
    wp vx w.some wq w.neg vy w.all w.neg wq vy w.some wp vx w.some wp w.neg vx
    w.all w.neg wq w.neg vy w.all w.neg wp vx df-some wp w.neg vx w.all wq
    w.neg vy w.all wp w.neg wq w.neg vx vy vx t.var vy t.var w.eq wp wq
    some.rename.1 iff.neg.d all.rename iff.neg.r iff.join.r wq vy w.some wq
    w.neg vy w.all w.neg wq vy df-some iff.turn.r iff.join.r $.
$}

${
  $d a x $.  $d b x $.  $d c x $.
  $( If everything equals a, any two things are equal.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.eq $p |- ( all x x = a => b = c ) $=
    ( t.var w.eq w.all imp.self eq.self.d eq.iff.d all.inst eq.turn.d eq.join.d
    ) DEZAFZDGZBACOBAFBDNBFZNBAAQHQAIJKPCAOCAFCDNCFZNCAARHRAIJKLM $.
$}

${
  $d a x z $.  $d x y z $.
  $( Every number is zero or a successor.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  nat.case $p |- ( a = 0 | some z a = suc z ) $=
    ( vx t.var t.zero w.eq t.suc w.some w.or vy imp.self eq.self.d eq.iff.d
    some.iff.d or.iff.d ax-same df-orl ax-det suc.d some.inst df-ork imp.keep.r
    ax-ind ) CDZEFZUDBDZGZFZBHZIEEFZEUGFZBHZIZJDZEFZUNUGFZBHZIZUNGZEFZUSU
    GFZBHZIZAEFZAUGFZBHZIACJUEUEUJUIULUEUDEEEUEKZUEELMUEUHUKBUEU
    DEUGUGVGUEUGLMNOUDUNFZUEUOUIUQVHUDUNEEVHKZVHELMVHUHUPBVHUDUN
    UGUGVIVHUGLMNOUDUSFZUEUTUIVBVJUDUSEEVJKZVJELMVJUHVABVJUDUSUG
    UGVKVJUGLMNOUDAFZUEVDUIVFVLUDAEEVLKZVLELMVLUHVEBVLUDAUGUGVMV
    LUGLMNOUJUMEPUJULQRVCURVBVCUSUSFZVBUSPVAVNUNBUFUNFZUSUSUGUSV
    OUSLVOUFUNVOKSMTRUTVBUARUBUC $.
$}

$( Not every number is zero.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
nat.more $p |- ~ all x x = 0 $=
  ( t.var t.zero w.eq w.all t.suc imp.self eq.self.d eq.iff.d all.inst
  ax-sucnot neg.refute.r ) ABZCDZAECFZCDZNPOAMODZMOCCQGQCHIJCKL $.

${
  $d q y $.  $d x y $.
  all.diagonal.1 $e |- ( y = x => ( p <=> q ) ) $.
  $( What holds for all pairs holds along the diagonal.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  all.diagonal $p |- ( all x all y p => all x q ) $=
    wp vy w.all wq vx wp wq vx t.var vy all.diagonal.1 all.inst all.r $.
$}

${
  $d a x $.  $d b x $.  $d c x $.
  $( When two things differ, something differs from any third.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  some.other $p |- ( ~ b = c => some x ~ x = a ) $=
    tb tc w.eq w.neg vx t.var ta w.eq vx w.all w.neg vx t.var ta w.eq w.neg vx
    w.some vx t.var ta w.eq vx w.all tb tc w.eq ta tb tc vx all.eq neg.flip.r
    vx t.var ta w.eq w.neg vx w.some vx t.var ta w.eq vx w.all w.neg vx t.var
    ta w.eq vx some.not iff.k.r imp.link.r $.
$}

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                                 Relations
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( A relation holds or fails between two terms; brackets mark that it holds. $)

$c rel [ ] sub conv cap then same symm trans refl $.

$v R Q T $.
$( Let ` R ` be a relation. $)
rR $f rel R $.
$( Let ` Q ` be a relation. $)
rQ $f rel Q $.
$( Let ` T ` be a relation. $)
rT $f rel T $.

$( The relation R holds from a to b.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.rel $a wff [ a R b ] $.

$( Equals may replace each other at the start of a relation.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-rell $a |- ( a = b => ( [ a R c ] => [ b R c ] ) ) $.

$( Equals may replace each other at the end of a relation.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
ax-relk $a |- ( a = b => ( [ c R a ] => [ c R b ] ) ) $.

$( R is a part of Q. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.sub $a wff R sub Q $.

$( The converse of R. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
r.conv $a rel conv R $.

$( The common part of R and Q.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
r.cap $a rel ( R cap Q ) $.

$( First R and then Q. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
r.then $a rel ( R then Q ) $.

$( The relation of equality.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
r.same $a rel same $.

$( R relates everything to itself.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.refl $a wff refl R $.

$( R can be turned round.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.symm $a wff symm R $.

$( R leads from step to step.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.trans $a wff trans R $.

${
  $d x y R $.  $d x y Q $.
  $( A relation is a part of another when it implies it everywhere.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  df-part $a |- ( R sub Q <=> all x all y ( [ x R y ] => [ x Q y ] ) ) $.
$}

$( The converse exchanges the ends.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-conv $a |- ( [ a conv R b ] <=> [ b R a ] ) $.

$( The common part holds where both hold.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-common $a |- ( [ a ( R cap Q ) b ] <=> ( [ a R b ] & [ a Q b ] ) ) $.

${
  $d a x $.  $d b x $.  $d x R $.  $d x Q $.
  $( Composition goes through something in between.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  df-then $a |- ( [ a ( R then Q ) b ] <=> some x ( [ a R x ] & [ x Q b ] ) )
      $.
$}

$( The relation of equality holds between equals.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-same $a |- ( [ a same b ] <=> a = b ) $.

$( Reflexive: equality is a part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-refl $a |- ( refl R <=> same sub R ) $.

$( Symmetric: the converse is a part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-symm $a |- ( symm R <=> conv R sub R ) $.

$( Transitive: two steps are a part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
df-steps $a |- ( trans R <=> ( R then R ) sub R ) $.

$( Equals stand at the start of the same relations.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
rel.l $p |- ( a = b => ( [ a R c ] <=> [ b R c ] ) ) $=
  ta tb w.eq ta tc rR w.rel tb tc rR w.rel ta tb tc rR ax-rell ta tb w.eq tb ta
  w.eq tb tc rR w.rel ta tc rR w.rel w.imp ta tb eq.turn tb ta tc rR ax-rell
  imp.link.r iff.make.d $.

$( Equals stand at the end of the same relations.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
rel.k $p |- ( a = b => ( [ c R a ] <=> [ c R b ] ) ) $=
  ( w.eq w.rel ax-relk w.imp eq.turn imp.link.r iff.make.d )
  ABEZCADFZCBDFZABCDGLBAENMHABIBACDGJK $.

${
  rel.d.1 $e |- ( p => a = b ) $.
  rel.d.2 $e |- ( p => c = d ) $.
  $( Equals under a condition stand in the same relations.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  rel.d $p |- ( p => ( [ a R c ] <=> [ b R d ] ) ) $=
    wp ta tc rR w.rel tb tc rR w.rel tb td rR w.rel wp ta tb w.eq ta tc rR
    w.rel tb tc rR w.rel w.iff rel.d.1 ta tb tc rR rel.l imp.link.r wp tc td
    w.eq tb tc rR w.rel tb td rR w.rel w.iff rel.d.2 tc td tb rR rel.k
    imp.link.r iff.join.d $.
$}

${
  $d x y R $.  $d x y Q $.
  sub.make.1 $e |- ( [ x R y ] => [ x Q y ] ) $.
  $( A relation proved to imply another is a part of it.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  sub.make $p |- R sub Q $=
    ( w.sub t.var w.rel w.imp w.all ax-every df-part iff.det.k )
    CDFAGZBGZCHNODHIZBJZAJQAPBEKKABCDLM $.
$}

${
  $d p x y $.  $d x y R $.  $d x y Q $.
  sub.push.1 $e |- ( p => ( [ x R y ] => [ x Q y ] ) ) $.
  $( A relation that implies another under a condition is a part of it.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  sub.push $p |- ( p => R sub Q ) $=
    ( t.var w.rel w.imp w.all w.sub all.push df-part iff.k.r imp.link.r )
    ABGZCGZDHPQEHIZCJZBJZDEKZASBARCFLLUATBCDEMNO $.
$}

${
  $d a x y $.  $d b y $.  $d x y R $.  $d x y Q $.
  $( A part of a relation implies it between any two things.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  sub.use $p |- ( R sub Q => ( [ a R b ] => [ a Q b ] ) ) $=
    ( w.sub vx t.var vy w.rel w.imp w.all df-part iff.l.r w.eq imp.self
    eq.self.d rel.d iff.imp.d all.iff.d all.inst imp.chain.r )
    CDEZFGZHGZCIZUCUDDIZJZHKZFKZAUDCIZAUDDIZJZHKZABCIZABDIZJZUBU
    IFHCDLMUHUMAFUCANZUGULHUQUEUJUFUKUQUCAUDUDCUQOZUQUDPZQUQUCAU
    DUDDURUSQRSTULUPBHUDBNZUJUNUKUOUTAAUDBCUTAPZUTOZQUTAAUDBDVAV BQRTUA $.
$}

${
  sub.r.1 $e |- R sub Q $.
  $( A proved part of a relation implies it between any two things.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  sub.r $p |- ( [ a R b ] => [ a Q b ] ) $=
    rR rQ w.sub ta tb rR w.rel ta tb rQ w.rel w.imp sub.r.1 ta tb rR rQ sub.use
    ax-det $.
$}

$( The common part of two relations gives the left one between any two
   things. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
cap.use $p |- ( [ a ( R cap Q ) b ] => [ a R b ] ) $=
  ta tb rR rQ r.cap w.rel ta tb rR w.rel ta tb rQ w.rel w.and ta tb rR w.rel ta
  tb rR rQ r.cap w.rel ta tb rR w.rel ta tb rQ w.rel w.and ta tb rR rQ
  df-common iff.l.r ta tb rR w.rel ta tb rQ w.rel df-andl imp.link.r $.

$( The converse of the converse holds where the relation does.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
conv.conv $p |- ( [ a conv conv R b ] <=> [ a R b ] ) $=
  ( r.conv w.rel df-conv iff.join.r ) ABCDZDEBAHEABCEABHFBACFG $.

$( The converse of a common part is the common part taken backwards.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
cap.conv $p |- ( [ a conv ( R cap Q ) b ] <=> ( [ b R a ] & [ b Q a ] ) ) $=
  ( r.cap r.conv w.rel w.and df-conv df-common iff.join.r )
  ABCDEZFGBALGBACGBADGHABLIBACDJK $.

${
  same.make.1 $e |- a = b $.
  $( Equal things are related by equality both ways.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  same.make $p |- ( [ a same b ] & [ b same a ] ) $=
    ta tb r.same w.rel tb ta r.same w.rel ta tb r.same w.rel ta tb w.eq
    same.make.1 ta tb df-same iff.det.k tb ta r.same w.rel tb ta w.eq ta tb
    same.make.1 eq.turn.r tb ta df-same iff.det.k and.make.r $.
$}

${
  $d x y R $.
  $( Every relation is a part of itself.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  sub.self $p |- R sub R $=
    vx vy rR rR vx t.var vy t.var rR w.rel imp.self sub.make $.
$}

${
  $d x y R $.  $d x y Q $.  $d x y T $.
  $( A part of a part is a part.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  sub.link $p |- ( R sub Q => ( Q sub T => R sub T ) ) $=
    ( w.sub w.and vx vy t.var w.rel w.imp df-andl sub.use imp.link.r df-andk
    imp.link.d sub.push and.unpack.r )
    ABDZBCDZACDRSEZFGACTFHZGHZAIZUAUBBIZUAUBCIZTRUCUDJRSKUAUBABL
    MTSUDUEJRSNUAUBBCLMOPQ $.
$}

${
  sub.link.r.1 $e |- R sub Q $.
  sub.link.r.2 $e |- Q sub T $.
  $( A proved part of a proved part is a part.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  sub.link.r $p |- R sub T $=
    rQ rT w.sub rR rT w.sub sub.link.r.2 rR rQ w.sub rQ rT w.sub rR rT w.sub
    w.imp sub.link.r.1 rR rQ rT sub.link ax-det ax-det $.
$}

${
  $d x y R $.  $d x y Q $.
  $( The common part is a part of the left relation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  cap.l $p |- ( R cap Q ) sub R $=
    vx vy rR rQ r.cap rR vx t.var vy t.var rR rQ cap.use sub.make $.
$}

${
  $d x y R $.  $d x y Q $.
  $( The common part is a part of the right relation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  cap.k $p |- ( R cap Q ) sub Q $=
    ( vx vy r.cap t.var w.rel w.and df-common iff.l.r df-andk imp.link.r
    sub.make ) CDABEZBCFZDFZNGZOPAGZOPBGZHZSQTOPABIJRSKLM $.
$}

${
  $d x y R $.  $d x y Q $.  $d x y T $.
  cap.into.1 $e |- T sub R $.
  cap.into.2 $e |- T sub Q $.
  $( A part of two relations is a part of their common part.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  cap.into $p |- T sub ( R cap Q ) $=
    ( vx vy r.cap t.var w.rel w.and sub.r and.both df-common iff.k.r imp.link.r
    sub.make ) FGCABHZFIZGIZCJZSTAJZSTBJZKZSTRJZUAUBUCSTCADLSTCBELMUEUDSTAB
    NOPQ $.
$}

${
  $d x y R $.  $d x y Q $.
  $( The converse respects parts.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  conv.mono $p |- ( R sub Q => conv R sub conv Q ) $=
    ( w.sub vx vy r.conv t.var w.rel sub.use df-conv iff.k.r imp.deep iff.l.r
    imp.ante sub.push )
    ABCZDEAFZBFZPEGZDGZAHZTSRHZTSQHZPUASTBHZUBSTABIUBUDTSBJKLUCU ATSAJMNO $.
$}

${
  $d x y R $.
  $( The converse of the converse is a part of the relation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  conv.twice.out $p |- conv conv R sub R $=
    vx vy rR r.conv r.conv rR vx t.var vy t.var rR r.conv r.conv w.rel vx t.var
    vy t.var rR w.rel vx t.var vy t.var rR conv.conv iff.l.r sub.make $.
$}

${
  $d x y R $.
  $( Every relation is a part of the converse of its converse.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  conv.twice.in $p |- R sub conv conv R $=
    vx vy rR rR r.conv r.conv vx t.var vy t.var rR r.conv r.conv w.rel vx t.var
    vy t.var rR w.rel vx t.var vy t.var rR conv.conv iff.k.r sub.make $.
$}

$( A converse may be moved to the other side of a part.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
conv.turn $p |- ( conv R sub Q => R sub conv Q ) $=
  ( r.conv w.sub conv.mono w.imp conv.twice.in sub.link ax-det imp.link.r )
  ACZBDKCZBCZDZAMDZKBEALDNOFAGALMHIJ $.

$( The converse of a common part lies in the common part of the converses.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
conv.cap $p |- conv ( R cap Q ) sub ( conv R cap conv Q ) $=
  rR r.conv rQ r.conv rR rQ r.cap r.conv rR rQ r.cap rR w.sub rR rQ r.cap
  r.conv rR r.conv w.sub rR rQ cap.l rR rQ r.cap rR conv.mono ax-det rR rQ
  r.cap rQ w.sub rR rQ r.cap r.conv rQ r.conv w.sub rR rQ cap.k rR rQ r.cap rQ
  conv.mono ax-det cap.into $.

${
  $d a x $.  $d b x $.  $d c x $.  $d x R $.  $d x Q $.
  $( Two steps that meet make a composed step.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  then.make $p |- ( ( [ a R b ] & [ b Q c ] ) => [ a ( R then Q ) c ] ) $=
    ( w.rel w.and vx t.var w.some r.then w.eq eq.self.d imp.self rel.d
    and.iff.d some.inst df-then iff.k.r imp.link.r )
    ABDFZBCEFZGZAHIZDFZUDCEFZGZHJZACDEKFZUGUCBHUDBLZUEUAUFUBUJAA
    UDBDUJAMUJNZOUJUDBCCEUKUJCMOPQUIUHACHDERST $.
$}

${
  $d x y z R $.  $d x y z Q $.  $d x y z T $.
  then.mono.1 $e |- R sub T $.
  $( Composition respects parts on the left.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  then.mono $p |- ( R then Q ) sub ( T then Q ) $=
    ( vx vy r.then t.var w.rel vz w.and w.some df-then iff.l.r sub.r and.mono.l
    some.r iff.k.r imp.chain.r sub.make )
    EFABGZCBGZEHZFHZUAIZUCJHZAIZUFUDBIZKZJLZUCUFCIZUHKZJLZUCUDUB
    IZUEUJUCUDJABMNUIULJUGUKUHUCUFACDOPQUNUMUCUDJCBMRST $.
$}

${
  $d x y z R $.  $d x y z Q $.  $d x y z T $.
  then.mono.k.1 $e |- R sub T $.
  $( Composition respects parts on the right.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  then.mono.k $p |- ( Q then R ) sub ( Q then T ) $=
    ( vx vy r.then t.var w.rel vz w.and w.some df-then iff.l.r imp.self sub.r
    and.mono some.r iff.k.r imp.chain.r sub.make )
    EFBAGZBCGZEHZFHZUBIZUDJHZBIZUGUEAIZKZJLZUHUGUECIZKZJLZUDUEUC
    IZUFUKUDUEJBAMNUJUMJUHUHUIULUHOUGUEACDPQRUOUNUDUEJBCMSTUA $.
$}

${
  $d x y z R $.
  $( Equality followed by a relation is a part of the relation.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  then.same $p |- ( same then R ) sub R $=
    ( vx vy r.same r.then t.var w.rel vz w.and w.some df-then iff.l.r w.eq
    w.imp df-same eq.turn imp.link.r ax-rell and.pack.r some.take sub.make )
    BCDAEZABFZCFZUBGZUCHFZDGZUFUDAGZIZHJZUCUDAGZUEUJUCUDHDAKLUIU
    KHUGUHUKUGUFUCMZUHUKNUGUCUFMZULUGUMUCUFOLUCUFPQUFUCUDARQSTQU A $.
$}

${
  $d x y z R $.  $d x y z Q $.
  $( The converse of a composition lies in the composition of the converses.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  then.conv $p |- conv ( R then Q ) sub ( conv Q then conv R ) $=
    ( vx vy r.then r.conv t.var w.rel vz w.and w.some df-conv iff.l.r df-then
    df-andk iff.k.r imp.link.r df-andl and.both then.make some.take imp.chain.r
    sub.make ) CDABEZFZBFZAFZEZCGZDGZUEHZUJUIUDHZUJIGZAHZUMUIBHZJZIKZUIUJUH
    HZUKULUIUJUDLMULUQUJUIIABNMUPURIUPUIUMUFHZUMUJUGHZJURUPUSUTU
    PUOUSUNUOOUSUOUIUMBLPQUPUNUTUNUORUTUNUMUJALPQSUIUMUJUFUGTQUA UBUC $.
$}

${
  $d x y z w R $.  $d x y z w Q $.  $d x y z w T $.
  $( Three steps with brackets on the left are three with brackets on the
     right. (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  then.assoc $p |- ( ( R then Q ) then T ) sub ( R then ( Q then T ) ) $=
    ( vx vy r.then t.var w.rel vz w.and w.some df-then iff.l.r vw w.imp
    and.assoc imp.self then.make and.mono imp.link.r and.unpack.r some.take
    and.pack.r sub.make )
    DEABFZCFZABCFZFZDGZEGZUFHZUIIGZUEHZULUJCHZJZIKZUIUJUHHZUKUPU
    IUJIUECLMUOUQIUMUNUQUMUINGZAHZURULBHZJZNKZUNUQOZUMVBUIULNABL
    MVAVCNVAUNUQVAUNJZUSUTUNJZJZUQVDVFUSUTUNPMVFUSURUJUGHZJUQUSU
    SVEVGUSQURULUJBCRSUIURUJAUGRTTUAUBTUCUBTUD $.
$}

$( A reflexive relation holds from anything to itself.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
refl.use $p |- ( refl R => [ a R a ] ) $=
  ( r.same w.rel w.refl w.imp w.eq ax-same df-same iff.det.k w.sub df-refl
  iff.l.r sub.use imp.link.r imp.swap.r ax-det )
  AACDZBEZAABDZFRAAGAHAAIJSRTSCBKZRTFSUABLMAACBNOPQ $.

$( A symmetric relation may be turned round.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
symm.use $p |- ( symm R => ( [ a R b ] => [ b R a ] ) ) $=
  rR w.symm tb ta rR r.conv w.rel tb ta rR w.rel ta tb rR w.rel rR w.symm rR
  r.conv rR w.sub tb ta rR r.conv w.rel tb ta rR w.rel w.imp rR w.symm rR
  r.conv rR w.sub rR df-symm iff.l.r tb ta rR r.conv rR sub.use imp.link.r tb
  ta rR r.conv w.rel ta tb rR w.rel tb ta rR df-conv iff.k.r imp.ante $.

${
  $d x y R $.
  symm.make.1 $e |- ( [ x R y ] => [ y R x ] ) $.
  $( A relation proved to turn round is symmetric.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  symm.make $p |- symm R $=
    ( w.symm r.conv w.sub t.var w.rel df-conv iff.l.r imp.link.r sub.make
    df-symm iff.det.k ) CECFZCGBAPCBHZAHZPIZRQCIZQRCISTQRCJKDLMCNO $.
$}

$( A transitive relation links two steps into one.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
trans.use $p |- ( trans R => ( ( [ a R b ] & [ b R c ] ) => [ a R c ] ) ) $=
  ( w.trans r.then w.rel w.and w.sub w.imp df-steps iff.l.r sub.use imp.link.r
  then.make imp.ante ) DEZACDDFZGZACDGZABDGBCDGHQRDIZSTJQUADKLACRDMNABCDDOP $.

${
  $d x y R $.
  $( A reflexive relation is a part of its square.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  refl.dense $p |- ( refl R => R sub ( R then R ) ) $=
    ( w.refl vx vy r.then t.var w.rel w.and w.imp refl.use df-andm imp.link.r
    then.make imp.deep sub.push )
    ABZCDAAAEZPCFZDFZAGZRRAGZTHZRSQGPUATUBIRAJUATKLRRSAAMNO $.
$}

$( What a symmetric and transitive relation reaches, it returns from.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
equi.loop $p |- ( ( symm R & trans R ) => ( [ a R b ] => [ a R a ] ) ) $=
  ( w.symm w.trans w.and w.rel w.imp df-andk trans.use and.unpack imp.chain.r
  df-andl symm.use imp.link.r imp.under2 )
  CDZCEZFZABCGZBACGZAACGZSRTUAFUBHTUAUBHHQRIABACJTUAUBKLSQTUAH QRMABCNOP $.

$( Two things reached from a third are related.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
equi.fork $p |- ( ( symm R & trans R ) => ( ( [ a R b ] & [ a R c ] ) => [ b R
    c ] ) ) $=
  ( w.symm w.trans w.and w.rel w.imp df-andl symm.use imp.link.r imp.ante
  df-andm imp.deep df-andk imp.keep.r imp.under2 trans.use imp.link.d )
  DEZDFZGZABDHZACDHZGZBADHZUEGZBCDHZUCUFUEUHUCUFUGUEUHIUCUDUGU
  FUCUAUDUGIUAUBJABDKLUDUEJMUGUENOUFUEIUCUDUEPQRUCUBUHUIIUAUBP BACDSLT $.

${
  $d x y $.
  $( Equality is symmetric.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  same.symm $p |- symm same $=
    ( vx vy r.same t.var w.rel w.eq df-same iff.l.r eq.turn iff.k.r imp.chain.r
    symm.make ) ABCADZBDZCEZMNFZNMFZNMCEZOPMNGHMNIRQNMGJKL $.
$}

$(
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
                            The order of numbers
#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*#*
$)

$( One number is at most another when something can be added to it to reach
   it. $)

$c <= $.

$( The number a is at most b.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
w.leq $a wff a <= b $.

${
  $d a x $.  $d b x $.
  $( To be at most b is to reach b by adding something.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  df-leq $a |- ( a <= b <=> some x ( a + x ) = b ) $.
$}

${
  $d a x $.  $d b x $.  $d c x $.
  $( What is reached by adding is at least as great.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.make $p |- ( ( a + b ) = c => a <= c ) $=
    ( t.add w.eq vx t.var w.some w.leq eq.self.d imp.self add.d eq.iff.d
    some.inst df-leq iff.k.r imp.link.r )
    ABDZCEZAFGZDZCEZFHZACIZUBSBFTBEZUARCCUEAATBUEAJUEKLUECJMNUDU CACFOPQ $.
$}

${
  leq.make.r.1 $e |- ( a + b ) = c $.
  $( What is proved to be reached by adding is at least as great.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.make.r $p |- a <= c $=
    ta tb t.add tc w.eq ta tc w.leq leq.make.r.1 ta tb tc leq.make ax-det $.
$}

${
  $d p x $.  $d a x $.  $d b x $.
  leq.take.1 $e |- ( ( a + x ) = b => p ) $.
  $( What follows from reaching b by some addition follows from the order.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.take $p |- ( a <= b => p ) $=
    ( w.leq t.var t.add w.eq w.some df-leq iff.l.r some.take imp.link.r )
    BCFZBDGHCIZDJZAOQBCDKLPADEMN $.
$}

$( Every number is at most itself.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
leq.self $p |- a <= a $=
  ta t.zero ta ta ax-addz leq.make.r $.

$( Zero is at most every number.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
leq.zero $p |- 0 <= a $=
  t.zero ta ta ta add.zero leq.make.r $.

$( Adding does not make smaller.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
leq.add $p |- a <= ( a + b ) $=
  ta tb ta tb t.add ta tb t.add ax-same leq.make.r $.

$( Every number is at most its successor.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
leq.suc $p |- a <= suc a $=
  ta t.one ta t.suc ta add.one leq.make.r $.

${
  $d p x $.  $d a x $.  $d b x $.  $d c x $.  $d d x $.
  leq.d.1 $e |- ( p => a = b ) $.
  leq.d.2 $e |- ( p => c = d ) $.
  $( Equals under a condition may replace each other in the order.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.d $p |- ( p => ( a <= c <=> b <= d ) ) $=
    ( w.leq vx t.var t.add w.eq w.some w.iff df-leq imp.keep.r eq.self.d add.d
    eq.iff.d some.iff.d iff.turn.r iff.join.d )
    ABDHZBIJZKZDLZIMZCEHZUCUGNABDIOPAUGCUDKZELZIMZUHAUFUJIAUEUID
    EABCUDUDFAUDQRGSTUKUHNAUHUKCEIOUAPUBUB $.
$}

$( Equal numbers are at most each other.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
leq.eq $p |- ( a = b => a <= b ) $=
  ta tb w.eq ta t.zero t.add tb w.eq ta tb w.leq ta t.zero t.add tb w.eq ta tb
  w.eq ta t.zero t.add ta tb ta ax-addz eq.iff.l iff.k.r ta t.zero tb leq.make
  imp.link.r $.

${
  $d a x y $.  $d b x y $.  $d c x y $.
  $( The order leads from step to step.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.link $p |- ( a <= b => ( b <= c => a <= c ) ) $=
    ( w.leq w.imp vx t.var t.add w.eq vy ax-eqaddl eq.join imp.self imp.link.r
    add.assoc eq.iff.l iff.l.r leq.make imp.chain.r imp.deep imp.swap.r
    leq.take ) BCDZACDZEABFUCAFGZHZBIZUDUGUDEBCJUGBJGZHZCIZUDUGUJUFUHHZCIZU
    DUGUKUIIZUJULEZUFBUHKUMUNUNUKUICLUNMNNULAUEUHHZHZCIZUDUDULUQ
    UKUPCAUEUHOPQAUOCRUDMSTUAUBUAUB $.
$}

$( Below a successor when below the number.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
leq.up $p |- ( a <= b => a <= suc b ) $=
  ( t.suc w.leq w.imp leq.suc leq.link imp.swap.r ax-det )
  BBCZDZABDZAJDZEBFLKMABJGHI $.

${
  $d a x $.  $d b x $.  $d c x $.
  $( The order survives adding the same number.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.add.mono $p |- ( a <= b => ( a + c ) <= ( b + c ) ) $=
    ( t.add w.leq vx t.var w.eq ax-eqaddl add.last eq.iff.l iff.l.r leq.make
    imp.link.r leq.take )
    ACDZBCDZEZABFAFGZDZBHTCDZQHZRTBCIUBPSDZQHZRUBUDUAUCQASCJKLPS QMNNO $.
$}

${
  $d a x $.  $d b x $.
  $( The order survives taking successors.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.suc.mono $p |- ( a <= b => suc a <= suc b ) $=
    ( t.suc w.leq vx t.var t.add w.eq ax-eqsuc add.suc eq.iff.l iff.k.r
    leq.make imp.link.r leq.take )
    ACZBCZDZABEAEFZGZBHTCZQHZRTBIUBPSGZQHZRUDUBUCUAQASJKLPSQMNNO $.
$}

${
  $d a x $.
  $( Only zero is at most zero.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.none $p |- ( a <= 0 => a = 0 ) $=
    ta t.zero w.eq ta t.zero vx ta vx t.var t.add t.zero w.eq ta t.zero w.eq vx
    t.var t.zero w.eq w.and ta t.zero w.eq ta t.zero w.eq ta vx t.var t.add
    t.zero w.eq ta t.zero w.eq vx t.var t.zero w.eq w.and ta vx t.var
    add.none.iff iff.l.r ta t.zero w.eq vx t.var t.zero w.eq df-andl ta t.zero
    w.eq imp.self imp.chain.r leq.take $.
$}

${
  $d a x $.  $d b x $.
  $( The order between successors is the order between the numbers.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.suc.out $p |- ( suc a <= suc b => a <= b ) $=
    ( w.leq t.suc vx t.var t.add w.eq add.suc eq.iff.l iff.l.r ax-sucone
    leq.make imp.chain.r leq.take )
    ABCZADZBDZEQEFZGZRHZASGZDZRHZUBBHPUAUDTUCRASIJKUBBLASBMNO $.
$}

${
  $d a x $.  $d b x $.  $d c x $.
  $( The order survives multiplying by the same number.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.mul $p |- ( a <= b => ( a * c ) <= ( b * c ) ) $=
    ( t.mul w.leq vx t.var t.add w.eq ax-eqmull mul.over.k eq.iff.l iff.l.r
    leq.make imp.link.r leq.take )
    ACDZBCDZEZABFAFGZHZBIUACDZRIZSUABCJUCQTCDZHZRIZSUCUFUBUERATC KLMQUDRNOOP $.
$}

${
  $d a x y $.  $d b x y $.
  $( Numbers that are at most each other are equal.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.same $p |- ( a <= b => ( b <= a => a = b ) ) $=
    ( w.leq w.eq w.imp vx t.var t.add vy t.zero ax-eqaddl eq.join imp.link.r
    w.and add.assoc eq.iff.l iff.l.r add.find.zero add.none.iff imp.chain.r
    df-andl ax-eqaddk imp.deep ax-euclid ax-addz eq.iff.k eq.turn imp.link.d
    imp.swap.r leq.take )
    BACZABDZEABFUKAFGZHZBDZULUOULEBAIUOBIGZHZADZULUOURUNAJHZDZUL
    UOURUNUPHZADZUTUOVAUQDURVBEUNBUPKVAUQALMVBUMJDZUPJDZNZVCUTVB
    AUMUPHZHZADZVFJDZVEVBVHVAVGAAUMUPOPQAVFRVIVEUMUPSQTVCVDUAUMJ
    AUBTUCUOUTBUSDZULUNBUSUDVJBADZULVJVKUSABAUEUFQBAUGMUCUHUIUJU IUJ $.
$}

${
  $d a y z $.  $d b y z $.
  $( A number that reaches another is it or is below it by one at least.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.split $p |- ( a <= b => ( b = a | suc a <= b ) ) $=
    ( w.eq t.suc w.leq w.or vy t.var t.zero vz w.some t.add w.imp nat.case
    w.iff ax-eqaddk ax-addz imp.keep.r eq.join.d eq.self.d eq.iff.d df-iffl
    imp.link.r eq.turn df-orl imp.deep add.suc ax-adds eq.meet.r eq.turn.r
    leq.make df-ork some.take or.cases.r ax-det leq.take )
    BACZADZBEZFZABGGHZICZVAJHZDZCZJKZFAVALZBCZUTMZVAJNVBVFVIVBVH
    ABCZUTVBVHVJOVHVJMVBVGABBVBVGAILZAVAIAPVKACVBAQRSVBBTUAVHVJU
    BUCVJUQUTABUDUQUSUEUCUFVEVIJVEVHURVCLZBCZUTVEVHVMOVHVMMVEVGV
    LBBVEVGAVDLZVLVAVDAPVNVLCVEVLVNVLVNAVCLDAVCUGAVCUHUIUJRSVEBT
    UAVHVMUBUCVMUSUTURVCBUKUQUSULUCUFUMUNUOUP $.
$}

${
  $d a x y $.  $d b x $.
  $( Of two numbers one is at most the other.
     (Contributed by the proofgrid authors, 30-Nov-2026.) $)
  leq.total $p |- ( a <= b | b <= a ) $=
    ( vx t.var w.leq w.or t.zero vy t.suc w.eq eq.self.d imp.self leq.d
    or.iff.d leq.zero df-ork ax-det leq.up df-orl imp.link.r leq.split leq.eq
    or.mono or.cases.r ax-ind )
    ACDZEZUFAEZFAGEZGAEZFZAHDZEZULAEZFAULIZEZUOAEZFZABEZBAEZFBCH
    UFGJZUGUIUHUJVAAAUFGVAAKZVALZMVAUFGAAVCVBMNUFULJZUGUMUHUNVDA
    AUFULVDAKZVDLZMVDUFULAAVFVEMNUFUOJZUGUPUHUQVGAAUFUOVGAKZVGLZ
    MVGUFUOAAVIVHMNUFBJZUGUSUHUTVJAAUFBVJAKZVJLZMVJUFBAAVLVKMNUJ
    UKAOUIUJPQUMUNURUMUPURAULRZUPUQSTUNAULJZUQFURULAUAVNUPUQUQVN
    UMUPAULUBVMTUQLUCTUDUE $.
$}

$( What is not at most a number exceeds it.
   (Contributed by the proofgrid authors, 30-Nov-2026.) $)
leq.not $p |- ( ~ a <= b => suc b <= a ) $=
  ( w.leq w.neg t.suc w.eq w.or w.imp leq.total or.drop ax-det leq.split
  imp.link.r leq.eq neg.clash imp.swap.r ax-keep or.cases.r imp.double.r )
  ABCZDZBEACZUAABFZUBGZUAUBHZUABACZUDTUFGUAUFHABITUFJKBALMUCUB
  UEUAUCUBUCUAUBUCTUEABNTUBOMPPUBUAQRMS $.

$(
############################################################################
                                Typesetting
############################################################################
$)

$( $t

htmltitle "proofgrid quickstart";

htmldef "(" as " ( "; althtmldef "(" as " ( ";
  latexdef "(" as "\mathrm{(}";
htmldef ")" as " ) "; althtmldef ")" as " ) ";
  latexdef ")" as "\mathrm{)}";
htmldef "=>" as " =&gt; "; althtmldef "=>" as " =&gt; ";
  latexdef "=>" as "\mathrm{=>}";
htmldef "~" as " ~ "; althtmldef "~" as " ~ ";
  latexdef "~" as "\mathrm{\sim}";
htmldef "<=>" as " &lt;=&gt; "; althtmldef "<=>" as " &lt;=&gt; ";
  latexdef "<=>" as "\mathrm{<=>}";
htmldef "&" as " &amp; "; althtmldef "&" as " &amp; ";
  latexdef "&" as "\mathrm{\&}";
htmldef "|" as " | "; althtmldef "|" as " | ";
  latexdef "|" as "\mathrm{|}";
htmldef "wff" as " wff "; althtmldef "wff" as " wff ";
  latexdef "wff" as "\mathrm{wff}";
htmldef "|-" as " |- "; althtmldef "|-" as " |- ";
  latexdef "|-" as "\mathrm{|-}";
htmldef "term" as " term "; althtmldef "term" as " term ";
  latexdef "term" as "\mathrm{term}";
htmldef "=" as " = "; althtmldef "=" as " = ";
  latexdef "=" as "\mathrm{=}";
htmldef "o" as " o "; althtmldef "o" as " o ";
  latexdef "o" as "\mathrm{o}";
htmldef "unit" as " unit "; althtmldef "unit" as " unit ";
  latexdef "unit" as "\mathrm{unit}";
htmldef "inv" as " inv "; althtmldef "inv" as " inv ";
  latexdef "inv" as "\mathrm{inv}";
htmldef "meet" as " meet "; althtmldef "meet" as " meet ";
  latexdef "meet" as "\mathrm{meet}";
htmldef "join" as " join "; althtmldef "join" as " join ";
  latexdef "join" as "\mathrm{join}";
htmldef "=<" as " =&lt; "; althtmldef "=<" as " =&lt; ";
  latexdef "=<" as "\mathrm{=<}";
htmldef "var" as " var "; althtmldef "var" as " var ";
  latexdef "var" as "\mathrm{var}";
htmldef "suc" as " suc "; althtmldef "suc" as " suc ";
  latexdef "suc" as "\mathrm{suc}";
htmldef "0" as " 0 "; althtmldef "0" as " 0 ";
  latexdef "0" as "\mathrm{0}";
htmldef "1" as " 1 "; althtmldef "1" as " 1 ";
  latexdef "1" as "\mathrm{1}";
htmldef "2" as " 2 "; althtmldef "2" as " 2 ";
  latexdef "2" as "\mathrm{2}";
htmldef "3" as " 3 "; althtmldef "3" as " 3 ";
  latexdef "3" as "\mathrm{3}";
htmldef "4" as " 4 "; althtmldef "4" as " 4 ";
  latexdef "4" as "\mathrm{4}";
htmldef "+" as " + "; althtmldef "+" as " + ";
  latexdef "+" as "\mathrm{+}";
htmldef "*" as " * "; althtmldef "*" as " * ";
  latexdef "*" as "\mathrm{*}";
htmldef "tri" as " tri "; althtmldef "tri" as " tri ";
  latexdef "tri" as "\mathrm{tri}";
htmldef "all" as " all "; althtmldef "all" as " all ";
  latexdef "all" as "\mathrm{all}";
htmldef "some" as " some "; althtmldef "some" as " some ";
  latexdef "some" as "\mathrm{some}";
htmldef "rel" as " rel "; althtmldef "rel" as " rel ";
  latexdef "rel" as "\mathrm{rel}";
htmldef "[" as " [ "; althtmldef "[" as " [ ";
  latexdef "[" as "\mathrm{[}";
htmldef "]" as " ] "; althtmldef "]" as " ] ";
  latexdef "]" as "\mathrm{]}";
htmldef "sub" as " sub "; althtmldef "sub" as " sub ";
  latexdef "sub" as "\mathrm{sub}";
htmldef "conv" as " conv "; althtmldef "conv" as " conv ";
  latexdef "conv" as "\mathrm{conv}";
htmldef "cap" as " cap "; althtmldef "cap" as " cap ";
  latexdef "cap" as "\mathrm{cap}";
htmldef "then" as " then "; althtmldef "then" as " then ";
  latexdef "then" as "\mathrm{then}";
htmldef "same" as " same "; althtmldef "same" as " same ";
  latexdef "same" as "\mathrm{same}";
htmldef "symm" as " symm "; althtmldef "symm" as " symm ";
  latexdef "symm" as "\mathrm{symm}";
htmldef "trans" as " trans "; althtmldef "trans" as " trans ";
  latexdef "trans" as "\mathrm{trans}";
htmldef "refl" as " refl "; althtmldef "refl" as " refl ";
  latexdef "refl" as "\mathrm{refl}";
htmldef "<=" as " &lt;= "; althtmldef "<=" as " &lt;= ";
  latexdef "<=" as "\mathrm{<=}";
htmldef "p" as " p "; althtmldef "p" as " p ";
  latexdef "p" as "\mathrm{p}";
htmldef "q" as " q "; althtmldef "q" as " q ";
  latexdef "q" as "\mathrm{q}";
htmldef "r" as " r "; althtmldef "r" as " r ";
  latexdef "r" as "\mathrm{r}";
htmldef "s" as " s "; althtmldef "s" as " s ";
  latexdef "s" as "\mathrm{s}";
htmldef "t" as " t "; althtmldef "t" as " t ";
  latexdef "t" as "\mathrm{t}";
htmldef "a" as " a "; althtmldef "a" as " a ";
  latexdef "a" as "\mathrm{a}";
htmldef "b" as " b "; althtmldef "b" as " b ";
  latexdef "b" as "\mathrm{b}";
htmldef "c" as " c "; althtmldef "c" as " c ";
  latexdef "c" as "\mathrm{c}";
htmldef "d" as " d "; althtmldef "d" as " d ";
  latexdef "d" as "\mathrm{d}";
htmldef "e" as " e "; althtmldef "e" as " e ";
  latexdef "e" as "\mathrm{e}";
htmldef "f" as " f "; althtmldef "f" as " f ";
  latexdef "f" as "\mathrm{f}";
htmldef "x" as " x "; althtmldef "x" as " x ";
  latexdef "x" as "\mathrm{x}";
htmldef "y" as " y "; althtmldef "y" as " y ";
  latexdef "y" as "\mathrm{y}";
htmldef "z" as " z "; althtmldef "z" as " z ";
  latexdef "z" as "\mathrm{z}";
htmldef "w" as " w "; althtmldef "w" as " w ";
  latexdef "w" as "\mathrm{w}";
htmldef "R" as " R "; althtmldef "R" as " R ";
  latexdef "R" as "\mathrm{R}";
htmldef "Q" as " Q "; althtmldef "Q" as " Q ";
  latexdef "Q" as "\mathrm{Q}";
htmldef "T" as " T "; althtmldef "T" as " T ";
  latexdef "T" as "\mathrm{T}";

$)
