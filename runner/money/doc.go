// Package money knows what calls of models cost and keeps a run within its caps.
//
// [Prices] turn counted tokens into USD. A [Ledger] admits the calls of a run one by
// one while its caps allow, so that the run ends at a cap: neither before it nor by
// more than one call beyond it. [Spent] says from the response store what a run
// spent before it was resumed.
package money
