#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer score on a small greenhouse; the verdicts in tests/data/score were derived by hand from
# the rules of the official scripts.

setup() {
  data=$ASTORMER_ROOT/tests/data/score
  dir=$BATS_TEST_TMPDIR
  mkdir -p "$dir/db/greenhouse"
  sqlite3 "$dir/db/greenhouse/greenhouse.sqlite" <"$data/greenhouse.sql"
  common=(--tables "$data/tables.json" --timeout 300)
  files=(--gold "$data/gold.sql" --pred "$data/pred.sql" "${common[@]}" --databases "$dir/db")
}

@test "verdicts, table and notes are the expected ones" {
  run --separate-stderr "$ASTORMER" score "${files[@]}" --report "$dir/out.tsv"
  [ "$status" -eq 0 ]
  diff "$dir/out.tsv" "$data/expected.tsv"
  diff <(printf '%s\n' "$output" | sed '/^gold against/,$d') "$data/expected_table.txt"
  [[ "$output" == *"gold against gold: exact match 14 of 14, runs 14 of 14 (SQLite 3."* ]]
  [[ "$output" == *"predictions that do not parse: 3"* ]]
  [[ "$output" == *"examples without a database, not counted in execution: 2"* ]]
  [[ "$stderr" == *"gold.sql:14: db_id 'nowhere' is not in"* ]]
  [[ "$stderr" == *"gold.sql:15: the official parser does not read this gold query"* ]]
}

@test "threads change nothing, and no database is made or changed" {
  before=$(cd "$dir/db" && find . | sort; sha256sum "$dir/db/greenhouse/greenhouse.sqlite")
  "$ASTORMER" score "${files[@]}" --threads 1 >"$dir/one" 2>&1
  "$ASTORMER" score "${files[@]}" --threads 4 >"$dir/four" 2>&1
  diff "$dir/one" "$dir/four"
  [ "$before" = "$(cd "$dir/db" && find . | sort; sha256sum "$dir/db/greenhouse/greenhouse.sqlite")" ]
}

@test "a second database of the schema exposes what the first lets pass" {
  mkdir -p "$dir/suite/greenhouse"
  { cat "$data/greenhouse.sql"; echo "insert into plant values (5, 'rose', 1, 22, null);"; } |
    sqlite3 "$dir/suite/greenhouse/other.sqlite"
  "$ASTORMER" score "${files[@]}" --databases "$dir/suite" --quiet --report "$dir/out.tsv" 2>/dev/null
  diff <(sed 's/^2\tgreenhouse\teasy\t1\t1$/2\tgreenhouse\teasy\t1\t0/' "$data/expected.tsv") "$dir/out.tsv"
}

@test "--keep-distinct runs DISTINCT as written" {
  "$ASTORMER" score "${files[@]}" --keep-distinct --quiet --report "$dir/out.tsv" 2>/dev/null
  [ "$(sed -n 7p "$dir/out.tsv")" = $'5\tgreenhouse\teasy\t1\t0' ]
}

@test "interactions: question match, interaction match and turns" {
  run --separate-stderr "$ASTORMER" score --dataset sparc --gold "$data/turns_gold.txt" \
    --pred "$data/turns_pred.txt" "${common[@]}" --databases "$dir/db"
  [ "$status" -eq 0 ]
  [[ "$output" =~ count\ +4\ +0\ +0\ +0\ +4\ +2\  ]]
  [[ "$output" =~ exact\ match\ +0\.750\ +0\.000\ +0\.000\ +0\.000\ +0\.750\ +0\.500\  ]]
  [[ "$output" == *"turn > 4"* ]]
  [[ "$output" =~ exact\ match\ +1\.000\ +0\.500\ +0\.000 ]]
}

@test "DuSQL joins by qid and compares with and without values" {
  printf 'q1\tselect name from plant where height > 3\tgreenhouse\nq2\tselect name from plant\tgreenhouse\n' >"$dir/gold"
  printf 'q2\tselect name from plant\nq1\tselect name from plant where height > 4\n' >"$dir/pred"
  "$ASTORMER" score --dataset dusql --gold "$dir/gold" --pred "$dir/pred" "${common[@]}" --quiet --report "$dir/out.tsv"
  diff - "$dir/out.tsv" <<END
index	db_id	hardness	exact	exec
0	greenhouse	easy	1	0
1	greenhouse	easy	1	1
END
  printf 'q2\tselect name from plant\n' >"$dir/pred"
  run --separate-stderr "$ASTORMER" score --dataset dusql --gold "$dir/gold" --pred "$dir/pred" "${common[@]}"
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"no prediction for 'q1'"* ]]
}

@test "JSON: summary and details are well formed" {
  "$ASTORMER" score "${files[@]}" --json --report "$dir/out.json" >"$dir/summary.json" 2>/dev/null
  [ "$(sqlite3 :memory: "select json_extract(readfile('$dir/summary.json'), '$.levels.all.exact.right')")" = 5 ]
  [ "$(sqlite3 :memory: "select json_extract(readfile('$dir/out.json'), '$.examples[9].exact')")" = U ]
  [ "$(sqlite3 :memory: "select json_extract(readfile('$dir/out.json'), '$.examples[6].parts.order.right')")" = 0 ]
  [[ "$(sqlite3 :memory: "select json_extract(readfile('$dir/out.json'), '$.examples[15].exec_note')")" == *"300 ms"* ]]
}

@test "files that do not fit together are refused, with both counts" {
  head -n 3 "$data/pred.sql" >"$dir/short"
  run --separate-stderr "$ASTORMER" score --gold "$data/gold.sql" --pred "$dir/short" "${common[@]}"
  [ "$status" -eq 1 ] && [ -z "$output" ]
  [[ "$stderr" == *"short has 3 predictions, but"*"gold.sql has 16 queries"* ]]
  cat "$data/pred.sql" "$data/pred.sql" >"$dir/long"
  run --separate-stderr "$ASTORMER" score --gold "$data/gold.sql" --pred "$dir/long" "${common[@]}"
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"long has 32 predictions"* ]]
  run --separate-stderr "$ASTORMER" score --dataset cosql --gold "$data/turns_gold.txt" --pred "$data/pred.sql" "${common[@]}"
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"interactions"* ]]
}

@test "a blank line stands for an empty prediction when the lines then fit" {
  sed '2s/.*//' "$data/pred.sql" >"$dir/pred"
  run --separate-stderr "$ASTORMER" score --gold "$data/gold.sql" --pred "$dir/pred" "${common[@]}" --report "$dir/out.tsv"
  [ "$status" -eq 0 ]
  [ "$(sed -n 3p "$dir/out.tsv")" = $'1\tgreenhouse\tmedium\tU\t-' ]
  [ "$(sed -n 4p "$dir/out.tsv")" = $'2\tgreenhouse\teasy\t1\t-' ]
  [[ "$stderr" == *"1 blank lines taken for empty predictions"* ]]
}

@test "hostile lines are scored, not obeyed" {
  long=$(printf '%070000d' 0)
  {
    printf 'SELECT name FROM plant\tgreenhouse\n'
    printf 'SELECT name FROM plant\tgreenhouse\n'
    printf 'SELECT name FROM plant\n'
    printf 'SELECT name\tFROM plant\tgreenhouse\n'
    printf 'SELECT name FROM plant\t../greenhouse\n'
    printf 'SELECT name FROM plant\tgreenhouse\n'
    printf 'SELECT name FROM plant\tgreenhouse\n'
  } >"$dir/gold"
  {
    printf 'SELECT name\0 FROM plant\n'
    printf 'SELECT %s FROM plant\n' "$long"
    printf 'SELECT name FROM plant\n'
    printf 'SELECT name FROM plant\n'
    printf 'SELECT name FROM plant\n'
    printf 'DROP TABLE plant\n'
    printf 'SELECT count(*) FROM plant a, plant b, plant c, plant d, plant e, plant f, plant g, plant h, plant i, plant j, plant k, plant l, plant m, plant n, plant o\n'
  } >"$dir/pred"
  run --separate-stderr "$ASTORMER" score --gold "$dir/gold" --pred "$dir/pred" "${common[@]}" --databases "$dir/db" --report "$dir/out.tsv"
  [ "$status" -eq 0 ]
  diff - "$dir/out.tsv" <<END
index	db_id	hardness	exact	exec
0	greenhouse	easy	U	0
1	greenhouse	easy	U	0
2		-	-	-
3	greenhouse	-	-	0
4	../greenhouse	-	-	-
5	greenhouse	easy	U	0
6	greenhouse	easy	U	0
END
  [[ "$stderr" == *"gold:3: no tab and db_id after the query"* ]]
  [[ "$stderr" == *"gold:4: more fields than a query and its db_id"* ]]
  [ "$(sqlite3 "$dir/db/greenhouse/greenhouse.sqlite" 'select count(*) from plant')" = 4 ]
}

@test "usage and missing files end with their own codes" {
  run --separate-stderr "$ASTORMER" score
  [ "$status" -eq 2 ]
  run --separate-stderr "$ASTORMER" score "${files[@]}" --dataset wikisql
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"spider, sparc, cosql, dusql, chase"* ]]
  run --separate-stderr "$ASTORMER" score --gold "$data/gold.sql" --pred "$data/pred.sql"
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"--tables"* ]]
  run --separate-stderr "$ASTORMER" score --gold "$dir/none" --pred "$data/pred.sql" "${common[@]}"
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"$dir/none"* ]]
  : >"$dir/empty"
  run --separate-stderr "$ASTORMER" score --gold "$dir/empty" --pred "$dir/empty" "${common[@]}"
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"no queries"* ]]
}
