#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer data: figures of datasets side by side, and what is wrong with a corpus.

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
  bench=$ASTORMER_ROOT/tests/data/bench
}

@test "figures of two datasets stand side by side, and as a picture" {
  "$ASTORMER" data stats --dataset corpus --data "$bench" --dataset wikisql --data "$bench" --svg s.svg >table 2>/dev/null
  grep -Eq '^dataset +corpus +wikisql *$' table
  grep -Eq '^samples +5 +4 *$' table
  grep -Eq '^limit +25.0% +0.0% *$' table
  grep -q "<svg xmlns=" s.svg
  grep -q '>wikisql</text>' s.svg
  "$ASTORMER" data stats --dataset corpus --data "$bench" --dataset wikisql --data "$bench" --json >out.json 2>/dev/null
  jq -e '.[0].samples == 5 and .[0].shares.limit == 0.25 and .[1].dataset == "wikisql"' out.json
  run --separate-stderr "$ASTORMER" data stats --dataset corpus --data "$bench" --grammar latin
  [ "$status" -eq 2 ]
  # a single one is an object, as scripts expect
  "$ASTORMER" data stats --dataset corpus/alone --data "$bench" --json 2>/dev/null | jq -e '.samples == 3'
}

@test "a corpus is checked, all of it or one database" {
  run --separate-stderr "$ASTORMER" data check "$bench/corpus"
  [ "$status" -eq 1 ]
  [[ "$output" == *"broken: "*"already exists"* ]]
  [[ "$output" == *"sneaky: "*"not authorized"* ]]
  [[ "$output" == *"kennel: has 4 questions, fewer than 44"* ]]
  [[ "$output" == *"2 databases, 5 questions: 3 stand alone, 1 follow up, 1 change the topic; 1 have no answer"* ]]
  run --separate-stderr "$ASTORMER" data check "$bench/corpus" --only orchard --json
  [ "$status" -eq 1 ]
  jq -e '.databases == 1 and ([.findings[].database] | unique) == ["orchard"]' <<<"$output"
  run --separate-stderr "$ASTORMER" data check "$bench/corpus" --against "$bench/spider/tables.json"
  [[ "$output" == *"closest schemas"*"library"* ]]
  run --separate-stderr "$ASTORMER" data check nowhere
  [ "$status" -eq 3 ]
  run --separate-stderr "$ASTORMER" data check
  [ "$status" -eq 2 ]
}

@test "the project's own corpora are clean" {
  run --separate-stderr "$ASTORMER" data check "$ASTORMER_ROOT/corpus"
  [ "$status" -eq 0 ] || { echo "$output" | head -20; false; }
  [[ "$output" == *"findings         0"* ]]
  run --separate-stderr "$ASTORMER" data check "$ASTORMER_ROOT/textbook" --pairs
  [ "$status" -eq 0 ] || { echo "$output" | head -20; false; }
  [[ "$output" == *"findings         0"* ]]
  # what it does not ask of a textbook it does ask of the other
  run --separate-stderr "$ASTORMER" data check "$ASTORMER_ROOT/textbook"
  [ "$status" -eq 1 ]
}
