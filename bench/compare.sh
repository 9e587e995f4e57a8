#!/bin/sh
# Runs `astormer bench nn` and the same shapes in PyTorch, one right after the other on this machine,
# and prints how many times faster we are.  usage: bench/compare.sh [SECONDS A MEASUREMENT] [--one-core]
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
ours=$(mktemp)
theirs=$(mktemp)
trap 'rm -f "$ours" "$theirs"' EXIT
"${ASTORMER:-build/astormer}" bench nn --workers $threads --seconds "$seconds" $clock --json >"$ours"
/usr/bin/python3 bench/torch_peer.py --threads $threads --seconds "$seconds" $clock --json >"$theirs"
/usr/bin/python3 - "$ours" "$theirs" <<'PYTHON'
import json, sys
ours, theirs = (json.load(open(path)) for path in sys.argv[1:])
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
    print("%-9s training at %.0f %% of the peak" % (name, shape["train"]["percent_of_peak"]))
PYTHON
