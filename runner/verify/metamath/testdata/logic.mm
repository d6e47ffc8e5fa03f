$( A database with traps: a wrong proof, an incomplete one, and an axiom that
   proves everything. $)
$c ( ) -> wff |- set . $.
$v p q r x y $.
wp $f wff p $. wq $f wff q $. wr $f wff r $. vx $f set x $. vy $f set y $.
wi $a wff ( p -> q ) $.
ax-1 $a |- ( p -> ( q -> p ) ) $.
ax-2 $a |- ( ( p -> ( q -> r ) ) -> ( ( p -> q ) -> ( p -> r ) ) ) $.
${ mp.1 $e |- p $. mp.2 $e |- ( p -> q ) $. ax-mp $a |- q $. $}
${ $d x y $. ax-d $a |- ( x . y ) $. $}
ax-false $a |- p $.
${ $v z $. wz $f wff z $. lemz $p |- ( z -> ( z -> z ) ) $= wz wz ax-1 $. $}
byfalse $p |- ( p -> ( q -> p ) ) $= wp wq wp wi wi ax-false $.
hole $p |- p $= ? $.
onhole $p |- ( p -> p ) $= wp wp wi hole $.
wrong $p |- ( p -> q ) $= wp wq ax-1 $.
onwrong $p |- ( q -> p ) $= wq wp wrong $.
${ other.1 $e |- ( p -> p ) $. other $p |- ( q -> ( p -> p ) ) $= wp wp wi wq wp wp wi wi other.1 wp wp wi wq ax-1 ax-mp $. $}

th $p |- ( p -> ( q -> p ) ) $= wp wq ax-1 $.
${ mine.1 $e |- p $. mine $p |- ( q -> p ) $= wp wq wp wi mine.1 wp wq ax-1 ax-mp $. $}
id $p |- ( p -> p ) $= wp wp wp wi wi wp wp wi wp wp ax-1 wp wp wp wi wp wi wi wp wp wp wi wi wp wp wi wi wp wp wp wi ax-1 wp wp wp wi wp ax-2 ax-mp ax-mp $.
dis $p |- ( x . y ) $= ? $.
later $p |- ( p -> ( q -> p ) ) $= wp wq ax-1 $.
