#!/bin/sh
# Inference of MiniLM on one core, ours and PyTorch's, floats and bytes, in turns on this machine: prints how
# many times faster we are by the best step of each.  Processor seconds, one thread against one thread.
# usage: bench/compare_infer.sh [SECONDS A MEASUREMENT]   (ROUNDS, default 3, share the seconds)
# PyTorch's bytes are torch.quantization.quantize_dynamic with the fastest engine it has here.
# Installs python3-torch when it is missing (see torch_peer.py).  ASTORMER names the binary.
# ONNXRUNTIME=DIR adds ONNX Runtime in floats: a folder in which `npm install --ignore-scripts onnxruntime-node` was run
# (what its script would fetch is for graphics cards).
set -eu
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-3}
share=$(awk -v s="${1:-6}" -v n="$rounds" 'BEGIN {print s / n}')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
onnx=${ONNXRUNTIME:-}
[ -z "$onnx" ] || PYTHONWARNINGS=ignore /usr/bin/python3 bench/torch_peer.py --only minilm --onnx "$work/minilm.onnx"
for round in $(seq "$rounds"); do
  "${ASTORMER:-build/astormer}" bench nn --shape minilm --infer --workers 1 --seconds "$share" --cpu-time --json >"$work/ours-$round"
  /usr/bin/python3 bench/torch_peer.py --only minilm --infer --threads 1 --seconds "$share" --cpu-time --json >"$work/theirs-$round" 2>"$work/said" ||
    { cat "$work/said" >&2; exit 1; } # QNNPACK warns at every product
  [ -z "$onnx" ] || NODE_PATH="$onnx/node_modules" node bench/onnx_peer.js "$work/minilm.onnx" "$share" >"$work/onnx-$round"
done
/usr/bin/python3 - "$work" "$rounds" <<'PYTHON'
import json, os, sys

def rounds(side):
    return [json.load(open("%s/%s-%d" % (sys.argv[1], side, n + 1))) for n in range(int(sys.argv[2]))]

ours, theirs = rounds("ours"), rounds("theirs")
best = {form: min(r["shapes"][0][form]["seconds"] for r in ours) for form in ("infer", "infer_halves", "infer_bytes")}
forms = [r["shapes"]["minilm"] for r in theirs]
peer = {name: min(f[name]["infer"] for f in forms) for name in forms[0]}
floats = min(peer["products"], peer["module"])
in_bytes = {name: s for name, s in peer.items() if name.startswith("bytes")}
fastest = min(in_bytes, key=in_bytes.get) if in_bytes else None
print("MiniLM, 20 samples of 95 rows, one core, sgemm peak %.0f GFLOP/s, %s kernels, torch %s" % (
    max(r["sgemm_peak_gflops"] for r in ours), ours[0]["kernels"], theirs[0]["torch"]))
print("torch:  floats %.3f s%s" % (floats, "".join(", %s %.3f s" % pair for pair in in_bytes.items())))
print("floats: %.3f s, %.2fx torch's floats   (wanted: 1.3x)" % (best["infer"], floats / best["infer"]))
print("halves: %.3f s, %.2fx torch's floats" % (best["infer_halves"], floats / best["infer_halves"]))
print("bytes:  %.3f s, %.2fx torch's floats   (wanted: 2.5x)%s" % (
    best["infer_bytes"], floats / best["infer_bytes"],
    ", %.2fx its bytes (%s)" % (in_bytes[fastest] / best["infer_bytes"], fastest) if fastest else ""))
if os.path.exists(sys.argv[1] + "/onnx-1"):
    onnx = rounds("onnx")
    theirs = min(r["seconds"] for r in onnx)
    print("onnx:   floats %.3f s (ONNX Runtime %s); ours %.2fx in floats, %.2fx in bytes" % (
        theirs, onnx[0]["version"], theirs / best["infer"], theirs / best["infer_bytes"]))
PYTHON
