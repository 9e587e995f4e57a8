#!/usr/bin/env bats
# The demonstration with the shipped model: nine of ten questions of our own are answered rightly.

@test "the shipped model answers nine of the demo's ten questions" {
  unset ASTORMER_MODEL
  run "$ASTORMER_ROOT/tools/demo"
  [ "$status" -eq 0 ]
  right=$(sed -n 's/^\([0-9]*\) of 10 answers are right.*/\1/p' <<<"$output")
  echo "$right of 10"
  [ "$right" -ge 9 ]
  [[ "$output" == *"Next:"*"build/astormer shell examples/bookshop.sqlite"* ]]
}

@test "README's and the guide's commands, pasted as they are printed, work after the demo" {
  unset ASTORMER_MODEL
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data
  [ -s "$ASTORMER_ROOT/examples/bookshop.sqlite" ] # the demo left it
  mkdir "$BATS_TEST_TMPDIR/clone" && cd "$BATS_TEST_TMPDIR/clone"
  ln -s "${ASTORMER%/*}" build
  cp -r "$ASTORMER_ROOT/examples" examples
  sed -n 's/^    \$ //p' "$ASTORMER_ROOT/README.md" "$ASTORMER_ROOT/docs/GUIDE.md" > commands
  [ "$(wc -l < commands)" -ge 10 ]
  while read -r line; do
    echo "\$ $line"
    bash -c "$line" < /dev/null
  done < commands
}

@test "the shipped model says where it comes from, and fits its promised size" {
  unset ASTORMER_MODEL
  model=$ASTORMER_ROOT/models/default.safetensors
  [ "$(stat -c %s "$model")" -le 80000000 ]
  "$ASTORMER" info "$model" --json | jq -e '.about | .licence and .trained_on and .scores and .calibration'
}

@test "what was corrected once is known in other words, and only then" {
  unset ASTORMER_MODEL
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$PWD/cache
  "$ASTORMER_ROOT/examples/make-databases" "$PWD" "$ASTORMER_ROOT/examples/bookshop.sql"
  echo '{"on": "2026-11-17", "question": "How many books are in the catalogue?", "sql": "SELECT count(*) AS told FROM book"}' > kept
  ask() { "$ASTORMER" ask bookshop.sqlite "$@" --corrections kept; }
  run ask "number of books in the catalogue"
  [[ "$output" == *"AS told FROM book"*'as you told me on 2026-11-17 for "How many books are in the catalogue?"'* ]]
  for other in "How many authors are in the catalogue?" "How many books are not in the catalogue?" "How many books cost more than 10?" "How many irish books are in the catalogue?"; do
    [[ "$(ask "$other" --sql-only 2>&1)" != *"AS told"* ]]
  done
}
