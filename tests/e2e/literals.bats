#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# No text of an answer is nobody's: it is asked, stored, or derived from what was asked (docs/GROUNDING.md).

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$PWD/cache
  corpus=$ASTORMER_ROOT/corpus
}

# forge QUESTION SQL: a report with one answer about a database of the corpus
forge() {
  jq -n --arg q "$1" --arg s "$2" '{examples: [{db_id: "ferry_tickets", question: $q, history: [], pred: $s}]}' > forged.json
  "$ASTORMER_ROOT/bench/literal_check.py" "$corpus" forged.json
}

@test "the check tells what is somebody's from what is not" {
  forge "tickets of Zaphod" "SELECT count(*) FROM t WHERE name = 'Zaphod'"
  forge "sold in march 2024" "SELECT count(*) FROM t WHERE d >= '2024-03-01' AND d < date('2024-03-01', '+1 month')"
  run forge "how many tickets" "SELECT count(*) FROM t WHERE name = 'Zaphod'"
  [ "$status" -eq 1 ]
  [[ "$output" == *"'Zaphod' is nobody's"* ]]
  run forge "how many tickets" "SELECT count(*) FROM t WHERE d >= '2024-03-01'"
  [ "$status" -eq 1 ]
  forge "how many" "SELECT count(*) FROM t WHERE name = 'Piraeus'"
}

@test "answers of the shipped model about databases held out hold nobody's texts" {
  "$ASTORMER" eval --dataset corpus --data "$corpus" --split heldout --limit 60 --out out \
    --model "$ASTORMER_ROOT/models/default.safetensors" > /dev/null
  run "$ASTORMER_ROOT/bench/literal_check.py" "$corpus" out/report.json
  echo "$output"
  [ "$status" -eq 0 ]
  [[ "$output" =~ ^60\ answers,\ [1-9] ]]
}
