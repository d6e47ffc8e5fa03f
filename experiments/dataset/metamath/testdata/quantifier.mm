$( #####
  Quantifiers
##### $)

$( #*#*#
  More
#*#*# $)

wal $a wff A. x ph $.
${
  $d x ph $.
  ax-5 $a |- ( ph -> A. x ph ) $.
$}
$( The same without its condition says more. $)
ax5not $p |- ( ph -> A. x ph ) $= ? $.
${
  $d y ps $.
  ax5ps $p |- ( ps -> A. y ps ) $= wps vy ax-5 $.
$}
${
  $d x ph $.  $d x ps $.  $d y ps $.  $d x y $.
  ax5d.1 $e |- ( ps -> ph ) $.
  ax5d $p |- ( ps -> A. x ph ) $= wps wph wph vx wal ax5d.1 wph vx ax-5 syl $.
$}
