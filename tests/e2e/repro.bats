#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Every table of the paper runs, at the smallest budget, and has the paper's figures beside ours.

setup_file() { export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache out=$BATS_FILE_TMPDIR/out; }

# runs TABLE ROWS: the script ends well and every row has a figure of ours
runs() {
  run --separate-stderr "$ASTORMER_ROOT/repro/$1" --budget smoke --out "$out" --workers 1
  echo "$output $stderr"
  [ "$status" -eq 0 ]
  [ "$(grep -c '^| ' <<<"$output")" -eq $(($2 + 1)) ]
  diff <(printf '%s\n' "$output") "$out/$1.md"
  run ! grep -q 'failed' "$out/$1.md"
}

@test "main results, and what is there is not made again" {
  runs main-results 2
  grep -qF '| RATSQL w/ ASTormer | 74.6 |' "$out/main-results.md"
  before=$(find "$out/runs" -name 'best.safetensors' -newermt @0 -printf '%p %T@\n' | sort)
  runs main-results 2
  [ "$before" = "$(find "$out/runs" -name 'best.safetensors' -printf '%p %T@\n' | sort)" ]
}

@test "ablation of structural features" {
  runs ablation 8
  jq -e '.model | .position == "absolute" and .node_type == false' "$out"/runs/*_parent_rule-false_position-absolute_tree_relations-none/config.json >/dev/null
}

@test "relation distance" { runs relation-distance 4; }

@test "traversal orders" {
  runs traversal-orders 4
  [ "$(jq -r .model.order "$out/runs/spider_encoder_astormer_order-bfs-random/config.json")" = bfs-random ]
}

@test "inference time, with seconds in every cell it ran" {
  runs inference-time 2
  grep -Eq '^\| ASTormer \| 237.0 \| [0-9]+\.[0-9]+ \|' "$out/inference-time.md"
}

@test "training time, with seconds in every cell it ran" {
  runs training-time 3
  grep -Eq '^\| LSTM \| 69.9 \| [0-9.]+ \| 191.4 \| [0-9]+\.[0-9]+ \|' "$out/training-time.md"
}

@test "DuSQL and Chase" {
  runs dusql 3
  runs chase 3
}

@test "statistics of the benchmarks" {
  runs dataset-statistics 9
  grep -qF '| samples | 10181 | 200 |' "$out/dataset-statistics.md"
}

@test "the default model's recipe" {
  run --separate-stderr "$ASTORMER_ROOT/repro/default-model" --budget smoke --out "$out" --workers 1
  [ "$status" -eq 0 ]
  [ -s "$out/default.safetensors" ]
  [ -s "$out/runs/default-model/curves.svg" ]
}

@test "a run that fails is shown in the table and in the exit status" {
  export ASTORMER=$BATS_TEST_TMPDIR/broken
  printf '#!/bin/sh\n[ "$1" = --version ] && echo broken && exit 0\nexit 1\n' >"$ASTORMER"
  chmod +x "$ASTORMER"
  run --separate-stderr "$ASTORMER_ROOT/repro/inference-time" --budget smoke --out "$BATS_TEST_TMPDIR/out"
  [ "$status" -eq 1 ]
  [[ "$output" == *"| ASTormer | 237.0 | failed |"* ]]
}

@test "usage" {
  run --separate-stderr "$ASTORMER_ROOT/repro/ablation" --budget weeks
  [ "$status" -eq 2 ]
  run --separate-stderr "$ASTORMER_ROOT/repro/ablation" --budget hours
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"needs --data"* ]]
  run "$ASTORMER_ROOT/repro/ablation" --help
  [ "$status" -eq 0 ]
}
