$( A small database for the tests of this package: sections, an inclusion, a
   syntax theorem, a definition, distinct variables, and trivial theorems. $)

$( #####
  Language
##### $)

$( #*#*#
  Syntax
#*#*# $)

$c ( ) -> -. /\ A. wff setvar |- $.
$v ph ps ch x y $.
wph $f wff ph $.
wps $f wff ps $.
wch $f wff ch $.
vx $f setvar x $.
vy $f setvar y $.
wn $a wff -. ph $.
wi $a wff ( ph -> ps ) $.
wnn $p wff -. -. ph $= wph wn wn $.

$( #####
  Logic
##### $)

$( #*#*#
  Implication
#*#*# $)

ax-1 $a |- ( ph -> ( ps -> ph ) ) $.
ax-2 $a |- ( ( ph -> ( ps -> ch ) ) -> ( ( ph -> ps ) -> ( ph -> ch ) ) ) $.
${
  min $e |- ph $.
  maj $e |- ( ph -> ps ) $.
  ax-mp $a |- ps $.
$}
${
  a1i.1 $e |- ph $.
  $( (New usage is
     discouraged.) $)
  a1i $p |- ( ps -> ph ) $= wph wps wph wi a1i.1 wph wps ax-1 ax-mp $.
$}
${
  a2i.1 $e |- ( ph -> ( ps -> ch ) ) $.
  a2i $p |- ( ( ph -> ps ) -> ( ph -> ch ) ) $=
    wph wps wch wi wi wph wps wi wph wch wi wi a2i.1 wph wps wch ax-2 ax-mp $.
$}
${
  mpd.1 $e |- ( ph -> ps ) $.
  mpd.2 $e |- ( ph -> ( ps -> ch ) ) $.
  mpd $p |- ( ph -> ch ) $=
    wph wps wi wph wch wi mpd.1 wph wps wch mpd.2 a2i ax-mp $.
$}
${
  syl.1 $e |- ( ph -> ps ) $.
  syl.2 $e |- ( ps -> ch ) $.
  syl $p |- ( ph -> ch ) $= wph wps wch syl.1 wps wch wi wph syl.2 a1i mpd $.
$}
id $p |- ( ph -> ph ) $=
  wph wph wph wi wph wph wph ax-1 wph wph wph wi ax-1 mpd $.
idps $p |- ( ps -> ps ) $= wps id $.
idim $p |- ( ( ps -> ps ) -> ( ps -> ps ) ) $= wps wps wi id $.
${
  sylx.1 $e |- ( ps -> ch ) $.
  sylx.2 $e |- ( -. ph -> ps ) $.
  $( An instance of syl with its hypotheses the other way round. $)
  sylx $p |- ( -. ph -> ch ) $= wph wn wps wch sylx.2 sylx.1 syl $.
$}

$( #*#*#
  More
#*#*# $)

wa $a wff ( ph /\ ps ) $.
df-an $a |- ( ( ph /\ ps ) -> -. ( ph -> -. ps ) ) $.
${
  an.1 $e |- ( -. ( ph -> -. ps ) -> ch ) $.
  an $p |- ( ( ph /\ ps ) -> ch ) $=
    wph wps wa wph wps wn wi wn wch wph wps df-an an.1 syl $.
$}
nn $p |- ( -. -. ph -> -. -. ph ) $= wph wnn id $.
todo $p |- ( -. -. ph -> ph ) $= ? $.
$[ quantifier.mm $]
