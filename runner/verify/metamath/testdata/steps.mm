$( A logic for backward steps: rules whose premises the conclusion does not determine,
   bound variables, and conditions that keep variables apart. $)
$c ( ) -> A. wff set |- $.
$v p q r x y z $.
wp $f wff p $. wq $f wff q $. wr $f wff r $. vx $f set x $. vy $f set y $. vz $f set z $.
wi $a wff ( p -> q ) $.
wal $a wff A. x p $.
ax-1 $a |- ( p -> ( q -> p ) ) $.
ax-2 $a |- ( ( p -> ( q -> r ) ) -> ( ( p -> q ) -> ( p -> r ) ) ) $.
${ mp.1 $e |- p $. mp.2 $e |- ( p -> q ) $. ax-mp $a |- q $. $}
${ $d x p $. ax-5 $a |- ( p -> A. x p ) $. $}
ax-al $a |- ( A. x p -> p ) $.
ax-false $a |- ( ( p -> q ) -> p ) $.
wff2 $p wff ( p -> p ) $= wp wp wi $.

id $p |- ( p -> p ) $= wp wp wp wi wi wp wp wi wp wp ax-1 wp wp wp wi wp wi wi wp wp wp wi wi wp wp wi wi wp wp wp wi ax-1 wp wp wp wi wp ax-2 ax-mp ax-mp $.
${ mine.1 $e |- p $. mine.2 $e |- ( p -> ( q -> r ) ) $. mine $p |- ( q -> r ) $= wp wq wr wi mine.1 mine.2 ax-mp $. $}
bound $p |- ( A. x p -> A. x A. x p ) $= ? $.
${ $d x p $. free $p |- ( p -> A. x p ) $= wp vx ax-5 $. $}
bad $p |- ( ( p -> q ) -> p ) $= ? $.
$c F. $.
wfal $a wff F. $.
