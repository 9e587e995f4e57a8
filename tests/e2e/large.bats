#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# A schema far too large for the network, of many databases of the corpus in one: the shipped model finds the few
# tables that a question is about, says how many it looked at, and can explain the answer.

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache HOME=$BATS_FILE_TMPDIR
  python3 "$ASTORMER_ROOT/bench/merge_corpus.py" "$ASTORMER_ROOT/corpus" large.sqlite large.jsonl 150 0 odd > made
}

setup() {
  cd "$BATS_FILE_TMPDIR"
  export ASTORMER_MODEL=$ASTORMER_ROOT/models/default.safetensors XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
  export XDG_DATA_HOME=$BATS_TEST_TMPDIR/data HOME=$BATS_TEST_TMPDIR
}

@test "of 150 tables it looks at a few, and they are those of the question" {
  [ "$(sqlite3 large.sqlite "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")" -ge 140 ]
  right=0
  while IFS=$'\t' read -r question sql; do
    "$ASTORMER" ask large.sqlite "$question" --format json > out.json || [ $? -eq 1 ]
    [ "$(jq .looked_at.of_tables out.json)" -ge 140 ]
    [ "$(jq .looked_at.tables out.json)" -le 24 ]
    [ "$(jq .looked_at.columns out.json)" -lt "$(jq .looked_at.of_columns out.json)" ]
    table=$(sed -E 's/.* FROM "?([a-zA-Z_0-9]+).*/\1/' <<< "$sql")
    if jq -r '.queries[].sql' out.json | grep -qiw "$table"; then right=$((right + 1)); fi
  done < <(jq -rs '[.[] | select((.history // []) == [] and (.sql | test("^SELECT [a-z_]+(, [a-z_]+)* FROM [a-z_]+( |$)")))][:60][]
                   | [.question, .sql] | @tsv' large.jsonl | awk 'NR % 6 == 0')
  [ "$right" -ge 7 ] # of ten; the model has learnt from these databases
}

@test "an answer to it is explained by what was read for it" {
  question=$(jq -rs '[.[] | select((.history // []) == [])][0].question' large.jsonl)
  "$ASTORMER" ask large.sqlite "$question" --format json --explain > out.json || [ $? -eq 1 ]
  [ "$(jq '.queries[0].steps | length' out.json)" -gt 3 ]
  "$ASTORMER" explain large.sqlite "$question" > page.html || [ $? -eq 1 ]
  [ -s page.html ]
}
