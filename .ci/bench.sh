#!/usr/bin/env bash
# Times the statistics on ten million attempts, beside pandas, polars, DuckDB and
# scipy in the same session where Python packages can be installed. docs/bench-analysis.md says what is
# measured and what it said.
#
#   .ci/bench.sh [FOLDER]        tables go to FOLDER (5 GB), made on first use
#   LARGE=1 .ci/bench.sh FOLDER  a hundred million attempts as well (35 GB more)
set -euo pipefail
cd "$(dirname "$0")/.."

export PROOFGRID_BENCH="${1:-${TMPDIR:-/tmp}/proofgrid-bench}"
[ -z "${LARGE:-}" ] || export PROOFGRID_BENCH_LARGE="$PROOFGRID_BENCH"
mkdir -p "$PROOFGRID_BENCH"

if ! command -v python3 >/dev/null; then
  echo "no python3 here: proofgrid alone"
  go test -run '^$' -bench 'AnySuccess|Analysis(Ten|Hundred)|BootstrapSpearman' -count 3 -timeout 2h \
    ./experiments/record ./reports/analysis ./stats
  exit
fi
venv="$PROOFGRID_BENCH/venv"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" || true
python="$venv/bin/python"
[ -x "$python" ] || python=python3
for package in numpy pyarrow pandas polars duckdb scipy; do
  "$python" -c "import $package" 2>/dev/null ||
    timeout 600 "$python" -m pip install -q "$package" >/dev/null 2>&1 ||
    echo "not available here: $package"
done
exec "$python" .ci/bench.py
