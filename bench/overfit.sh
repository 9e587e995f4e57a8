#!/bin/sh
# Every decoder and every order learns the 200 examples of tests/data/small by heart, then answers them
# with a beam search that sees no gold query; prints the share of exact matches of each, and fails
# unless all are 100 %.  usage: bench/overfit.sh [DECODER/ORDER]...   (default: all thirteen)
# WORKERS (default 1) threads; ASTORMER names the binary; OUT (default a temporary folder) keeps the runs.
set -eu
cd "$(dirname "$0")/.."
astormer=${ASTORMER:-build/astormer}
small=tests/data/small
out=${OUT:-$(mktemp -d)}
[ -n "${OUT:-}" ] || trap 'rm -rf "$out"' EXIT
mkdir -p "$out"
if [ $# -eq 0 ]; then
  for decoder in astormer lstm onlstm; do
    for order in dfs-l2r dfs-random bfs-l2r bfs-random; do
      set -- "$@" $decoder/$order
    done
  done
  set -- "$@" token/dfs-l2r
fi
data="--dataset jsonl --data $small/train.jsonl --tables $small/tables.json --workers ${WORKERS:-1}"
failed=0
printf '%-10s %-11s %7s %9s %13s\n' decoder order updates seconds 'exact match'
for pair in "$@"; do
  decoder=${pair%/*} order=${pair#*/}
  run=$out/$decoder-$order
  # In a random order a tree is shown by another path each time, which takes longer to learn, longest
  # where a state has to remember what its siblings took; and where the action before belongs to
  # another branch, relations should be to the nodes of actions (docs/BENCH.md).
  relations=lca updates=1200 cooldown=500
  case $pair in
    *lstm/*random) updates=10000 cooldown=6000 ;;
    */*random) relations=shifted updates=4000 cooldown=2500 ;;
    astormer/bfs-l2r) relations=shifted updates=2400 cooldown=1500 ;;
  esac
  start=$(date +%s)
  rm -rf "$run"
  "$astormer" train $data --vocab $small/vocab.txt --out "$run" --config configs/small.json --quiet \
    --set decoder=$decoder --set order=$order --set tree_relations=$relations --set steps=$updates --set cooldown=$cooldown >/dev/null 2>"$out/log"
  match=$("$astormer" eval $data --split train --model "$run/best.safetensors" --out "$run/eval" 2>&1 >/dev/null |
    sed -n 's/.*exact match \([0-9.]*\)%.*/\1/p')
  printf '%-10s %-11s %7d %9d %12s%%\n' $decoder $order $updates $(($(date +%s) - start)) "$match"
  [ "$match" = 100.0 ] || failed=1
done
exit $failed
