// Package tex writes LaTeX tables from text that nobody vouches for.
//
// [Text] makes any text literal, [Markdown] translates the inline Markdown that
// package md writes, and [Table] is a booktabs table with numbered notes. What comes
// out compiles with pdflatex and \usepackage{booktabs} alone: characters that need
// another package are spelled out, such as [U+1D53D].
//
// It imports the standard library only.
package tex
