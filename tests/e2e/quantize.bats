#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# A model with its weights in bytes: answers like its source, can be trained on, and says what it cannot be
# used for.

load tiny_model

setup_file() {
  tiny_model
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
  small=$ASTORMER_ROOT/tests/data/small
}

predict() {
  "$ASTORMER" predict --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" --split train \
    --limit 24 --beam 2 "$@"
}

@test "a quantised model is smaller, answers, and gives the same answers with one worker and two" {
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out bytes.safetensors
  [ "$(stat -c %s bytes.safetensors)" -lt "$(stat -c %s "$ASTORMER_MODEL")" ]
  predict --model bytes.safetensors --workers 1 --out one.sql
  predict --model bytes.safetensors --workers 2 --out two.sql
  [ "$(wc -l <one.sql)" -eq 24 ]
  cmp one.sql two.sql
  "$ASTORMER" info bytes.safetensors | grep -q grammar
}

@test "what quantising changes is measured with a dataset" {
  data=(--dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" --split train --limit 24 --beam 2)
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out bytes.safetensors "${data[@]}" --json >changes.json
  jq -e '.questions == 24 and .different <= 24 and .largest_log_p_change > 0' changes.json
  jq -e '.after.megabytes < .before.megabytes and .before.exact_match >= 0' changes.json
  run --separate-stderr "$ASTORMER" quantize "$ASTORMER_MODEL" --out bytes.safetensors "${data[@]}"
  [ "$status" -eq 0 ]
  [[ "$output" == *before*after*"of 24 answers differ"* ]]
  # against itself, kept in halves all over, nothing changes
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out same.safetensors --keep . "${data[@]}" --json >same.json
  jq -e '.different == 0 and .largest_log_p_change == 0' same.json
  run "$ASTORMER" quantize "$ASTORMER_MODEL" --out bytes.safetensors --dataset spider
  [ "$status" -eq 2 ]
}

@test "what is kept in halves stays so when a word is added about the model" {
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out some.safetensors --keep encoder --keep plm
  before=$(stat -c %s some.safetensors)
  predict --model some.safetensors --out before.sql
  echo '{"note": "x"}' >more.json
  "$ASTORMER" info some.safetensors --add more.json >/dev/null
  after=$(stat -c %s some.safetensors)
  [ "$((after - before))" -ge 0 ]
  [ "$((after - before))" -lt 1000 ]
  predict --model some.safetensors --out after.sql
  cmp before.sql after.sql
}

@test "what is kept in halves is kept" {
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out some.safetensors --keep encoder --keep decoder --keep embeddings --keep plm
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out all.safetensors
  [ "$(stat -c %s some.safetensors)" -gt "$(stat -c %s all.safetensors)" ]
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out like.safetensors --like some.safetensors
  cmp some.safetensors like.safetensors
}

@test "it can neither be quantised again, nor averaged" {
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out bytes.safetensors
  run "$ASTORMER" quantize bytes.safetensors --out again.safetensors
  [ "$status" -ne 0 ]
  [[ "$output" == *"quantised already"* ]]
  run "$ASTORMER" average bytes.safetensors bytes.safetensors --out mean.safetensors
  [ "$status" -ne 0 ]
  [[ "$output" == *"average first"* ]]
  [ ! -e again.safetensors ] && [ ! -e mean.safetensors ]
}

# A step of no size leaves the weights as they began: at the values that the bytes stand for.
@test "training goes on from the values its bytes stand for" {
  start() {
    "$ASTORMER" train --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" --vocab "$small/vocab.txt" \
      --config "$ASTORMER_ROOT/configs/small.json" --set d=32 --set embedding=32 --set rat_layers=1 --set steps=1 \
      --set lr=1e-12 --set ema=0 --init "$1" --out "$2" --quiet
  }
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out bytes.safetensors
  start bytes.safetensors from-bytes
  start "$ASTORMER_MODEL" from-halves
  start bytes.safetensors again
  difference() { "$COMPARE_WEIGHTS" "$1" "$2" 1e9 | sed 's/.*difference \([^ ]*\).*/\1/'; }
  [ "$(difference from-bytes/best.safetensors again/best.safetensors)" = 0 ]
  # within half a step of a byte of what was quantised, and not at it: a fresh network is far away
  awk -v d="$(difference from-bytes/best.safetensors from-halves/best.safetensors)" 'BEGIN {print d; exit !(d > 1e-4 && d < 0.05)}'
}

@test "a truncated file of bytes is refused" {
  "$ASTORMER" quantize "$ASTORMER_MODEL" --out bytes.safetensors
  head -c $(($(stat -c %s bytes.safetensors) - 64)) bytes.safetensors >cut.safetensors
  run "$ASTORMER" info cut.safetensors
  [ "$status" -ne 0 ]
  [[ "$output" == *"cut.safetensors"* ]]
}
