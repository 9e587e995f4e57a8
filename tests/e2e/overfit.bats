#!/usr/bin/env bats
# Each kind of decoder learns a dozen examples by heart and answers them by beam search without gold.
# bench/overfit.sh does the same with all 200, every decoder and every order.

setup() {
  small=$ASTORMER_ROOT/tests/data/small
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
  awk 'NR % 17 == 5' "$small/train.jsonl" >few.jsonl
}

# learn UPDATES SETTING...: prints the share of exact matches
learn() {
  local updates=$1 settings=()
  shift
  for setting in "$@"; do
    settings+=(--set "$setting")
  done
  local data=(--dataset jsonl --data few.jsonl --tables "$small/tables.json")
  "$ASTORMER" train "${data[@]}" --vocab "$small/vocab.txt" --out run --config "$ASTORMER_ROOT/configs/small.json" \
    --quiet --set d=32 --set embedding=32 --set rat_layers=1 --set decoder_layers=1 --set batch=12 --set lr=5e-3 \
    --set warmup=10 --set ema=0.9 --set "steps=$updates" --set cooldown=$((updates / 2)) "${settings[@]}" >/dev/null
  "$ASTORMER" eval "${data[@]}" --split train --model run/best.safetensors --out run/eval 2>&1 >/dev/null |
    sed -n 's/.*exact match \([0-9.]*\)%.*/\1/p'
}

@test "astormer, depth first" {
  [ "$(learn 150 decoder=astormer order=dfs-l2r)" = 100.0 ]
}

# Which of several siblings comes first is left open by a random order: that takes much longer to
# learn whole (bench/overfit.sh), but most of it must be there soon.
@test "astormer, breadth first in random order" {
  share=$(learn 300 decoder=astormer order=bfs-random tree_relations=shifted)
  [ "${share%.*}" -ge 40 ]
}

@test "lstm, breadth first" {
  [ "$(learn 300 decoder=lstm order=bfs-l2r)" = 100.0 ]
}

@test "onlstm, depth first" {
  [ "$(learn 300 decoder=onlstm order=dfs-l2r chunk=4)" = 100.0 ]
}

@test "token" {
  [ "$(learn 150 decoder=token)" = 100.0 ]
}

@test "two updates teach nothing" {
  [ "$(learn 2 decoder=astormer)" != 100.0 ]
}
