#!/bin/sh
# Runs `astormer bench nn` and the same shapes in PyTorch in turns on this machine, and prints how many
# times faster we are by the best step of each: what a neighbour takes away is taken from both.
# usage: bench/compare.sh [SECONDS A MEASUREMENT] [--one-core]   (ROUNDS, default 3, share the seconds)
# --one-core compares one thread with one thread in processor seconds: for a machine that is not
# quiet, where two threads of either would mostly measure the neighbours.
# Installs python3-torch when it is missing (see torch_peer.py).  ASTORMER names the binary.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-10}
threads=2
clock=
if [ "${2:-}" = --one-core ]; then
  threads=1
  clock=--cpu-time
fi
rounds=${ROUNDS:-3}
share=$(awk -v s="$seconds" -v n="$rounds" 'BEGIN {print s / n}')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for round in $(seq "$rounds"); do
  "${ASTORMER:-build/astormer}" bench nn --workers $threads --seconds "$share" $clock --json >"$work/ours-$round"
  /usr/bin/python3 bench/torch_peer.py --threads $threads --seconds "$share" $clock --json >"$work/theirs-$round"
done
/usr/bin/python3 - "$work" "$rounds" <<'PYTHON'
import json, sys

def rounds(side):
    return [json.load(open("%s/%s-%d" % (sys.argv[1], side, n + 1))) for n in range(int(sys.argv[2]))]

def fastest(a, b):
    """The smaller of all times and the larger of all speeds of two rounds."""
    if isinstance(a, dict):
        return {key: max(a[key], b[key]) if "gflops" in key else fastest(a[key], b[key]) for key in a}
    if isinstance(a, list):
        return [fastest(x, y) for x, y in zip(a, b)]
    return min(a, b) if isinstance(a, float) else a

all_ours, all_theirs = rounds("ours"), rounds("theirs")
ours, theirs = all_ours[0], all_theirs[0]
for mine, other in zip(all_ours[1:], all_theirs[1:]):
    ours, theirs = fastest(ours, mine), fastest(theirs, other)
print("sgemm peak %.0f GFLOP/s on %d workers (%s, %s kernels); torch %s" % (
    ours["sgemm_peak_gflops"], ours["workers"], ours["blas"], ours["kernels"], theirs["torch"]))
wanted = {("full", "released"): 9, ("full", "best"): 1.6, ("minilm", "best"): 1.4}
print("%-9s %-9s %22s %22s" % ("shape", "torch", "train: ours/torch", "infer: ours/torch"))
for shape in ours["shapes"]:
    name, forms = shape["shape"], theirs["shapes"][shape["shape"]]
    rows = {"best": {kind: min(f[kind] for key, f in forms.items() if key != "released")
                     for kind in ("train", "infer")}}
    if "released" in forms:
        rows["released"] = forms["released"]
    for form, seconds in rows.items():
        cells = []
        for kind in ("train", "infer"):
            mine = shape[kind]["seconds"]
            cells.append("%.3f/%.3f s = %5.2fx" % (mine, seconds[kind], seconds[kind] / mine))
        goal = wanted.get((name, form))
        print("%-9s %-9s %22s %22s%s" % (name, form, *cells,
                                         "   (wanted: %.1fx)" % goal if goal else ""))
    shares = ["%.0f" % next(s for s in run["shapes"] if s["shape"] == name)["train"]["percent_of_peak"]
              for run in all_ours]
    print("%-9s training at %s %% of the peak of its round" % (name, ", ".join(shares)))
PYTHON
