#!/bin/sh
# everything.sh - all that docs/BENCH.md has figures of, in one go on this machine: the network against PyTorch in
# floats, against its own bytes (torch.quantization.quantize_dynamic) and against ONNX Runtime, in turns; then
# what a question costs, from start to end, served, and as the work grows.
# usage: bench/everything.sh [SECONDS A MEASUREMENT] [DATA]   (DATA: the folder that holds Spider, for real questions)
# PARTS picks some of: infer decode train question start serve rows scale (default: all but rows and scale, which are long).
# ONE_CORE=1: one thread against one thread in processor seconds, for a machine that is not quiet.
# Installs what is missing: python3-torch (torch_peer.py), wrk, and onnxruntime-node by npm into a cache of the user's;
# ONNXRUNTIME=none leaves the last out.  ASTORMER and MODEL name the binary and the model.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-6} data=${2:-}
astormer=${ASTORMER:-build/astormer} model=${MODEL:-models/default.safetensors}
parts=${PARTS:-infer decode train question start serve}
one_core=${ONE_CORE:+--one-core}
export ASTORMER="$astormer"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[2]).executescript(open(sys.argv[1]).read())' examples/ferries.sql "$work/ferries.sqlite"

onnx_runtime() {
  [ "${ONNXRUNTIME:-}" != none ] || return 0
  folder=${ONNXRUNTIME:-${XDG_CACHE_HOME:-$HOME/.cache}/astormer-bench}
  if [ ! -d "$folder/node_modules/onnxruntime-node" ]; then
    command -v npm > /dev/null || { echo 'everything.sh: no npm, so without ONNX Runtime' >&2; return 0; }
    mkdir -p "$folder"
    (cd "$folder" && npm install --silent --ignore-scripts onnxruntime-node > /dev/null) || return 0
  fi
  echo "$folder"
}

infer() { ONNXRUNTIME=$(onnx_runtime) bench/compare_infer.sh "$seconds"; }
# shellcheck disable=SC2086
decode() { bench/compare_decode.sh "$seconds" $one_core; }
# shellcheck disable=SC2086
train() { bench/compare.sh "$seconds" $one_core; }
question() {
  [ -n "$data" ] || { echo 'left out: say where Spider is'; return 0; }
  for batch in 1 4 16; do
    echo "questions decoded together: $batch"
    "$astormer" bench decode --model "$model" --dataset spider --data "$data" --limit 64 --batch $batch --seconds "$seconds" ${ONE_CORE:+--cpu-time}
  done
}
start() { "$astormer" bench start "$work/ferries.sqlite" 'How many vessels run on diesel?' --model "$model"; }
serve() {
  command -v wrk > /dev/null || { [ "$(id -u)" -eq 0 ] && apt-get install -y -qq wrk > /dev/null; } || sudo apt-get install -y -qq wrk > /dev/null
  for workers in 1 2; do WORKERS=$workers bench/serve_load.sh "$model" "$work/ferries.sqlite" "$(awk -v s="$seconds" 'BEGIN {print int(2 * s + 0.5)}')"; done
}
rows() { bench/scale.py "$model" --astormer "$astormer" --runs 3 --only rows --most-rows 10000000; }
scale() { bench/scale.py "$model" --astormer "$astormer" --runs 3 --only tables,words,beam,steps; }

for part in $parts; do
  case $part in
  infer | decode | train | question | start | serve | rows | scale)
    echo "== $part"
    "$part"
    ;;
  *)
    echo "everything.sh: no part '$part'" >&2
    exit 2
    ;;
  esac
done
