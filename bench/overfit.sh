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
# learn PAIR RUN UPDATES COOLDOWN: begins a run or goes on with it
learn() {
  set -- "${1%/*}" "${1#*/}" "$2" "$3" "$4"
  # where the action before belongs to another branch, relations should be to the nodes of actions
  relations=lca
  case $2 in *random) relations=shifted ;; esac
  resume=
  [ ! -e "$3/checkpoint.safetensors" ] || resume=--resume
  "$astormer" train $data --vocab $small/vocab.txt --out "$3" --config configs/small.json --quiet $resume \
    --set decoder=$1 --set order=$2 --set tree_relations=$relations --set steps=$4 --set cooldown=$5 >/dev/null 2>"$out/log"
}
printf '%-10s %-11s %7s %9s %13s\n' decoder order updates seconds 'exact match'
for pair in "$@"; do
  run=$out/$(echo "$pair" | tr / -)
  start=$(date +%s)
  rm -rf "$run"
  # What is not all right after a cool-down goes on at the full learning rate, for twice as long: random
  # orders show a tree by another path each time and take longest (docs/BENCH.md).
  for updates in 1200 2400 4800 9600 19200; do
    learn "$pair" "$run" $updates $((updates * 2 / 5))
    match=$("$astormer" eval $data --split train --model "$run/best.safetensors" --out "$run/eval" 2>&1 >/dev/null |
      sed -n 's/.*exact match \([0-9.]*\)%.*/\1/p')
    [ "$match" != 100.0 ] || break
  done
  printf '%-10s %-11s %7d %9d %12s%%\n' "${pair%/*}" "${pair#*/}" $updates $(($(date +%s) - start)) "$match"
  [ "$match" = 100.0 ] || failed=1
done
exit $failed
