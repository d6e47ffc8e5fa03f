$( A small logic for the tests of the provers: implication and negation with
   modus ponens, one quantifier, terms with a postfix operator (left recursion),
   and variables that become terms (a type conversion). $)
$c ( ) -> -. A. = ' wff term var |- $.
$v ph ps ch th x y s t u $.
wph $f wff ph $.  wps $f wff ps $.  wch $f wff ch $.  wth $f wff th $.
vx $f var x $.  vy $f var y $.
ts $f term s $.  tt $f term t $.  tu $f term u $.

tv $a term x $.
tsuc $a term s ' $.
wi $a wff ( ph -> ps ) $.
wn $a wff -. ph $.
weq $a wff s = t $.
wal $a wff A. x ph $.

ax-1 $a |- ( ph -> ( ps -> ph ) ) $.
ax-2 $a |- ( ( ph -> ( ps -> ch ) ) -> ( ( ph -> ps ) -> ( ph -> ch ) ) ) $.
ax-3 $a |- ( ( -. ph -> -. ps ) -> ( ps -> ph ) ) $.
${ mp.1 $e |- ph $.  mp.2 $e |- ( ph -> ps ) $.
   mp $a |- ps $. $}
eq-id $a |- s = s $.
eq-sym $a |- ( s = t -> t = s ) $.
eq-tr $a |- ( s = t -> ( t = u -> s = u ) ) $.
eq-suc $a |- ( s = t -> s ' = t ' ) $.
all-e $a |- ( A. x ph -> ph ) $.
${ $d x ph $.
   all-i $a |- ( ph -> A. x ph ) $. $}
all-b $a |- ( A. x ph -> A. x A. x ph ) $.
${ gen.1 $e |- ph $.
   gen $a |- A. x ph $. $}

${ a1i.1 $e |- ph $.
   a1i $p |- ( ps -> ph ) $= ( wi ax-1 mp ) ABADCABEF $. $}
${ a2i.1 $e |- ( ph -> ( ps -> ch ) ) $.
   a2i $p |- ( ( ph -> ps ) -> ( ph -> ch ) ) $=
     wph wps wch wi wi wph wps wi wph wch wi wi a2i.1 wph wps wch ax-2 mp $. $}
${ mpd.1 $e |- ( ph -> ps ) $.  mpd.2 $e |- ( ph -> ( ps -> ch ) ) $.
   mpd $p |- ( ph -> ch ) $= ( wi a2i mp ) ABFACFDABCEGH $. $}
${ syl.1 $e |- ( ph -> ps ) $.  syl.2 $e |- ( ps -> ch ) $.
   syl $p |- ( ph -> ch ) $= ( wi a1i mpd ) ABCDBCFAEGH $. $}
id $p |- ( ph -> ph ) $= ( wi ax-1 mpd ) AAABZAAACAECD $.
sucsuc $p |- ( s = t -> s ' ' = t ' ' ) $= ? $.
symtr $p |- ( s = t -> ( s = u -> t = u ) ) $= ? $.
genid $p |- A. x ( ph -> ph ) $= ? $.
${ $d x ph $.
   drop $p |- ( ph -> A. x ( ps -> ph ) ) $= ? $. $}
keep $p |- ( A. x ph -> A. x A. x ph ) $= ? $.
${ dbl.1 $e |- ( ph -> ( ph -> ps ) ) $.
   dbl $p |- ( ph -> ps ) $= ? $. $}
con $p |- ( -. ph -> ( ph -> ps ) ) $= ? $.
allsuc $p |- ( A. x s = t -> s ' = t ' ) $=
   ts tt weq vx wal ts tt weq ts tsuc tt tsuc weq
   ts tt weq vx all-e ts tt eq-suc syl $.
allsym $p |- ( A. x s = t -> t = s ) $= ? $.
