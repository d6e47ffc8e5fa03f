// Package parquet stores tables of a run as Parquet files, and reads Parquet files of
// others as plain values.
//
// [Write] keeps everything of a table: each record batch becomes a row group, and the
// Arrow schema with its metadata stands in the file as Arrow's own writers put it, so
// that a reader like pyarrow finds names, units, meanings and dictionary types again.
// [Read] knows the flat columns of any file.
//
// It uses the low-level half of Arrow's Parquet library: the high-level half pulls in
// gRPC, which costs every build more than the code here.
package parquet
