#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The library as others use it, and what a model file says of itself.

load tiny_model.bash

setup_file() {
  tiny_model
  "$ASTORMER_ROOT/examples/make-databases" "$BATS_FILE_TMPDIR" "$ASTORMER_ROOT"/tests/data/small/*.sql
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  build=${ASTORMER%/*}
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data HOME=$BATS_TEST_TMPDIR
  db=$BATS_FILE_TMPDIR/apiary.sqlite
}

@test "the example program asks through the shared library" {
  run "$build/examples/example-ask" "$db" "How many hives are there?"
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = "$("$ASTORMER" ask "$db" "How many hives are there?" --sql-only)" ]
  [[ "${lines[1]}" == "(confidence "* ]]
  run "$build/examples/example-ask" nowhere.sqlite "hives"
  [ "$status" -eq 1 ]
  [[ "$output" == *nowhere.sqlite* ]]
}

@test "only the functions of the header are exported, under a versioned name" {
  objdump -p "$build/libastormer.so" | grep -q 'SONAME *libastormer.so.0$'
  nm -D --defined-only "$build/libastormer.so" | awk '$2 ~ /[TDBR]/ {print $3}' | sed 's/@.*//' | grep -v '^__' | sort > exported
  grep -oE '\bastormer_[a-z_]+\(' "$ASTORMER_ROOT/include/astormer.h" | tr -d '(' | sort -u > documented
  run comm -23 exported documented
  [ -z "$output" ]
  run comm -13 exported documented
  [ -z "$output" ]
}

@test "info says what a model file holds" {
  run "$ASTORMER" info "$ASTORMER_MODEL"
  [ "$status" -eq 0 ]
  [[ "$output" == *"143 rules"*"sub-words"*"calibrated  no"*"encoder"*"static"* ]]
  "$ASTORMER" info "$ASTORMER_MODEL" --json | jq -e '.config.encoder == "static" and .parameters > 1000 and .about.step == 100'
  run "$ASTORMER" info "$db"
  [ "$status" -eq 3 ]
}

@test "calibrate fits, shows how reliable it is, and stores it in the model file" {
  cp "$ASTORMER_MODEL" model.safetensors
  # answers whose rightness follows their log-probability, over ten databases
  awk 'BEGIN {srand(1); for (i = 0; i < 600; i++) {p = -5 * rand(); m = 6 * rand(); z = 2 + p + 0.4 * m
    printf "{\"db\": \"d%d\", \"right\": %s, \"features\": {\"log_p\": %f, \"margin\": %f, \"steps\": %f}}\n",
      i % 10, rand() < 1 / (1 + exp(-z)) ? "true" : "false", p, m, 1 + 2 * rand()}}' > judged.jsonl
  run "$ASTORMER" calibrate --model model.safetensors --from judged.jsonl
  [ "$status" -eq 0 ]
  [[ "$output" == *"calibrated, on databases left out of the fit"*"expected calibration error 0.0"* ]]
  "$ASTORMER" info model.safetensors --json | jq -e '.about.calibration | .log_p > 0.7 and .log_p < 1.3 and .margin > 0.2'
  run --separate-stderr "$ASTORMER" ask "$db" "How many hives are there?" --model model.safetensors --format json
  jq -e .calibrated <<<"$output"
  "$ASTORMER" ask "$db" "How many hives are there?" --model model.safetensors --sql-only > after
  "$ASTORMER" ask "$db" "How many hives are there?" --sql-only | cmp - after
  echo '{"db": "d"}' > bad.jsonl
  # what cannot be answered tells below which verdict to decline: 3 in 100 of the others are
  jq -c '. + {answerable: (0.5 + (input_line_number % 100) / 200)}' judged.jsonl >verdicts.jsonl
  for p in 0.1 0.2 0.9; do
    echo "{\"db\": \"a\", \"question\": \"?\", \"unanswerable\": true, \"answerable\": $p}" >>verdicts.jsonl
  done
  run "$ASTORMER" calibrate --model model.safetensors --from verdicts.jsonl
  [ "$status" -eq 0 ]
  [[ "$output" == *"declining below 0.5"*"66.7% of 3 that cannot"* ]]
  "$ASTORMER" info model.safetensors --json | jq -e '.about.decline_below > 0.5 and .about.decline_below < 0.6'
  run "$ASTORMER" calibrate --model model.safetensors --from bad.jsonl
  [ "$status" -eq 1 ]
}

@test "the manual is made of the help texts" {
  [ -s "$build/man/astormer.1" ]
  grep -q 'astormer ask' "$build/man/astormer.1"
  grep -q 'astormer calibrate' "$build/man/astormer.1"
}

@test "a model file is told what it should say of itself, and keeps its weights" {
  cd "$BATS_TEST_TMPDIR"
  echo '{"licence": "CC0", "scores": {"made up": 1}}' > more.json
  "$ASTORMER" info "$ASTORMER_MODEL" --add more.json --out told.safetensors > /dev/null
  "$ASTORMER" info told.safetensors --json | jq -e '.about.licence == "CC0" and .about.scores["made up"] == 1 and .about.step == 100'
  "$ASTORMER" info "$ASTORMER_MODEL" --json | jq -e '.about.licence == null'
  echo '[1]' > list.json
  run "$ASTORMER" info told.safetensors --add list.json
  [ "$status" -ne 0 ]
  [[ "$output" == *"list.json"*"object"* ]]
}
