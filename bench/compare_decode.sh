#!/bin/sh
# Beam search of `astormer bench decode` (reference shapes) and the same in PyTorch, the authors' way
# without a cache and a cached one, right after each other on this machine; prints the ratios.
# usage: bench/compare_decode.sh [SECONDS A MEASUREMENT] [--one-core]
# --one-core compares one thread with one thread in processor seconds: for a machine that is not quiet.
# Ours counts decoder, constraints, trees and values; PyTorch's only the network.  ASTORMER names the binary.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-10}
threads=2
clock=
if [ "${2:-}" = --one-core ]; then
  threads=1
  clock=--cpu-time
fi
ours=$(mktemp)
theirs=$(mktemp)
trap 'rm -f "$ours" "$theirs"' EXIT
"${ASTORMER:-build/astormer}" bench decode --seconds "$seconds" $clock --json >"$ours"
steps=$(/usr/bin/python3 -c 'import json, sys; print(round(json.load(open(sys.argv[1]))["runs"][0]["steps"]))' "$ours")
/usr/bin/python3 bench/torch_peer.py --only decode --steps "$steps" --threads $threads --seconds "$seconds" $clock --json >"$theirs"
/usr/bin/python3 - "$ours" "$theirs" $threads <<'PYTHON'
import json, sys
ours, theirs = (json.load(open(path)) for path in sys.argv[1:3])
threads = int(sys.argv[3])
run = ours["runs"][threads - 1]
print("%d worker(s), beam %d, %.0f steps and %.0f rows a question; at most %.0f MB resident; torch %s" % (
    threads, ours["beam"], run["steps"], run["rows"], ours["rss_mb"], theirs["torch"]))
print("ours: %.1f questions/s; a question: encoder %.2f, decoder %.2f, symbolic %.2f, database %.2f ms" % (
    run["questions_per_second"], run["encoder_ms"], run["decoder_ms"], run["symbolic_ms"], run["database_ms"]))
# two of our workers answer two questions at once; two of torch's threads share one
mine = (run["decoder_ms"] + run["symbolic_ms"]) / 1000 / threads
for form, goal in (("released", 40), ("cached", 5)):
    other = theirs["shapes"]["decode"][form]["seconds"]
    print("torch, %-9s decoder alone %7.1f ms a question = %6.1fx ours (wanted: %dx)" % (
        form + ":", 1000 * other, other / mine, goal))
PYTHON
