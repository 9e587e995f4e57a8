#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer ask, from a question to rows, with a tiny model on databases of our own.

load tiny_model.bash

setup_file() {
  tiny_model
  "$ASTORMER_ROOT/examples/make-databases" "$BATS_FILE_TMPDIR" "$ASTORMER_ROOT"/tests/data/small/apiary.sql \
    "$ASTORMER_ROOT"/examples/bookshop.sql
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data HOME=$BATS_TEST_TMPDIR
  db=$BATS_FILE_TMPDIR/apiary.sqlite
}

@test "SQL, then rows, then how sure it is" {
  run --separate-stderr "$ASTORMER" ask "$db" "How many hives are there?" --choose 1
  [ "$status" -eq 0 ]
  [[ "${lines[0]}" == SELECT* ]]
  [[ "$output" == *" row"*"ms)"* ]]
  [[ "$output" == *"confidence"*"%"* ]]
  [ -z "$stderr" ]
}

@test "an answer that is not sure leads with what was perhaps meant: sentences, row counts, first rows" {
  ask() { "$ASTORMER" ask "$db" "Which hives are red?" --corrections kept.jsonl "$@"; }
  [ "$(ask --format json | jq .unsure)" = true ] # this model is a very small one
  run --separate-stderr ask
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = "Did you mean" ]
  [[ "$output" =~ \ \ 1\.\ (Shows|Counts)\ .*\ rows?:?.*SELECT.*\ \ 2\.\ (Shows|Counts) ]]
  [[ "$output" == *"confidence "*"next        --choose N"* ]]
  [ "$(grep -c '%' <<<"$output")" -eq 1 ] # one percentage
  ask --format json | jq -e '.queries | all(.preview.rows | length <= 3) and all(.preview.total >= 0)'
  # the second is shown by its number, carries no confidence, and can be remembered
  second=$(ask --format json | jq -r '.queries[1].sql')
  run --separate-stderr ask --choose 2 --remember
  [ "${lines[0]}" = "$second" ]
  [[ "$output" == *"chosen by you"*"kept "* ]]
  [[ "$output" != *"%"* ]]
  [ "$(ask --sql-only)" = "$second" ]
  run --separate-stderr ask --choose 99
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"no number 99"* ]]
}

@test "the sentence is tied to SQL and question; what was not used is said" {
  "$ASTORMER" ask "$db" "How many shiny hives are there?" --format json --explain > out.json
  jq -e '.text as $t | .queries[0] as $q | $q.phrases | length > 0 and all(
           ($q.told[.told[0]:.told[1]] | length > 0) and
           (.kind != "table" or ($q.sql[.sql[0]:.sql[1]] == .name)))' out.json
  jq -e '[.queries[0].unused[].text] == ["shiny"]' out.json
  run --separate-stderr "$ASTORMER" ask "$db" "How many shiny hives are there?" --choose 1
  [[ "$output" == *"not used    shiny"* ]]
}

@test "a name that stands twice in the SQL is pointed at in both places" {
  echo '{"question": "hives by colour", "sql": "SELECT colour, count(*) FROM hive GROUP BY colour"}' > kept.jsonl
  "$ASTORMER" ask "$db" "hives by colour" --corrections kept.jsonl --format json |
    jq -e '[.queries[0].phrases[] | select(.name == "hive.colour") | .sql[0]] | unique | length == 2'
}

@test "notes: a year in a column of no dates, a value not used, no rows" {
  cat > kept.jsonl <<'JSON'
{"question": "hives of 2010", "sql": "SELECT count(*) FROM hive WHERE boxes = 2010"}
{"question": "how many red hives", "sql": "SELECT count(*) FROM hive"}
JSON
  run --separate-stderr "$ASTORMER" ask "$db" "hives of 2010" --corrections kept.jsonl
  [[ "$output" == *"note        2010 looks like a year, but is compared with hive.boxes"* ]]
  run --separate-stderr "$ASTORMER" ask "$db" "how many red hives" --corrections kept.jsonl
  [[ "$output" == *'note        "red" is a value of hive.colour, and this does not use it'* ]]
  empty=$("$ASTORMER" ask "$db" --format json <<<$'Which hives have 77 boxes?\nWhich beekeepers are older than 99?\nList the hives whose boxes are 77.' |
    jq -c '.queries[] | select(.runs and (.returns_rows | not))' | head -n 1)
  [ -n "$empty" ]
  jq -e '.notes | any(startswith("it gives no rows"))' <<<"$empty"
}

@test "what a question about a file does not need is not loaded: MPI, libpq, HTTP" {
  LD_DEBUG=files LD_DEBUG_OUTPUT=loaded "$ASTORMER" ask "$db" "How many hives are there?" >/dev/null
  cat loaded.* >all
  grep -q libsqlite3 all
  run ! grep -E "libmpi|libopen-rte|libpq|libssl|microhttpd|gnutls" all
}

@test "an earlier question counts where it is needed, or as --follow says" {
  follows() { "$ASTORMER" ask "$db" "List the names of all beekeepers." --history "How many hives are there?" --format json "$@" | jq .follows; }
  [ "$(follows)" = false ]
  [ "$(follows --follow yes)" = true ]
  [ "$(follows --follow no)" = false ]
  [ "$("$ASTORMER" ask "$db" "and the red ones" --history "How many hives are there?" --format json | jq .follows)" = true ]
  [ "$("$ASTORMER" ask "$db" "How many hives are there?" --format json | jq .follows)" = null ]
  run --separate-stderr "$ASTORMER" ask "$db" "and the red ones" --follow maybe
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"auto, yes or no"* ]]
}

@test "the same question gives the same answer" {
  "$ASTORMER" ask "$db" "List the names of all beekeepers." --format json | jq 'del(.. | .milliseconds?)' > one
  "$ASTORMER" ask "$db" "List the names of all beekeepers." --format json | jq 'del(.. | .milliseconds?)' > two
  cmp one two
}

@test "JSON has the queries, their steps, the links and the rows" {
  "$ASTORMER" ask "$db" "Which hives are red?" --format json --explain > out.json
  jq -e '.queries[0].sql == .sql and (.queries | map(.share) | add) > 0.99' out.json
  jq -e '.queries[0].steps[0].parent == -1 and (.queries[0].steps | all(.probability <= 1))' out.json
  jq -e '.links | any(.cell == "red" and .column == "hive.colour")' out.json
  jq -e '.result.columns | length > 0' out.json
  jq -e '.looked_at.columns == .looked_at.of_columns' out.json
}

@test "CSV has rows and nothing else on standard output; Markdown is a table" {
  run --separate-stderr "$ASTORMER" ask "$db" "How many hives are there?" --format csv
  [ "$status" -eq 0 ]
  [[ "$stderr" == *SELECT* ]]
  [[ "$output" != *confidence* ]]
  run --separate-stderr "$ASTORMER" ask "$db" "How many hives are there?" --format markdown
  [[ "$output" == *'```sql'*'|---'* ]]
}

@test "--sql-only prints SQL that runs; --n-best shows others" {
  sql=$("$ASTORMER" ask "$db" "How many hives are there?" --sql-only)
  sqlite3 -readonly "$db" "$sql"
  run "$ASTORMER" ask "$db" "How many hives are there?" --n-best 3
  [[ "$output" == *"Did you mean"*"  2. "*"  3. "* ]]
  [[ "$output" != *"  4. "* ]]
  run "$ASTORMER" ask "$db" "How many hives are there?" --n-best 3 --choose 1
  [[ "$output" == *"it might also mean:"*"  2. "*"  3. "* ]]
  [[ "$output" != *"  4. "* ]]
}

@test "nonsense is declined with a reason" {
  run --separate-stderr "$ASTORMER" ask "$db" "What is love?"
  [ "$status" -eq 1 ]
  [ -z "$output" ]
  [[ "$stderr" == *"not answered: no word of the question names"* ]]
  run --separate-stderr "$ASTORMER" ask "$db" "What is love?" --format json
  [ "$status" -eq 1 ]
  jq -e '.declined and .sql == null' <<<"$output"
}

@test "exit codes: usage 2, cannot open 3" {
  run "$ASTORMER" ask
  [ "$status" -eq 2 ]
  run "$ASTORMER" ask "$db" "x" --format xml
  [ "$status" -eq 2 ]
  run "$ASTORMER" ask "$db" "x" --beam 0
  [ "$status" -eq 2 ]
  run --separate-stderr "$ASTORMER" ask nowhere.sqlite "hives"
  [ "$status" -eq 3 ]
  [[ "$stderr" == *nowhere.sqlite* ]]
  run --separate-stderr "$ASTORMER" ask "$db" "hives" --model nowhere.safetensors
  [ "$status" -eq 3 ]
  echo "no database" > text
  run "$ASTORMER" ask text "hives"
  [ "$status" -eq 3 ]
}

@test "questions from standard input and from a file" {
  run --separate-stderr "$ASTORMER" ask "$db" --sql-only <<<$'How many hives are there?\n\nList the names of all beekeepers.'
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 2 ]
  run --separate-stderr "$ASTORMER" ask "$db" - --sql-only <<<"How many hives are there?"
  [ "${#lines[@]}" -eq 1 ]
  run "$ASTORMER" ask "$db" </dev/null
  [ "$status" -eq 2 ]
  run "$ASTORMER" ask "$db" --file nowhere.txt
  [ "$status" -eq 3 ]
}

@test "a file of 100 questions: one answer each, the database unchanged" {
  sha256sum "$db" > before
  for i in $(seq 20); do
    printf '%s\n' "How many hives are there?" "Which beekeepers are older than $i?" "list red hives $i" \
      "What is love number $i?" "'; DROP TABLE hive; -- $i"
  done > questions
  run --separate-stderr "$ASTORMER" ask "$db" --file questions --format json
  [ "$status" -eq 1 ] # some are nonsense
  [ "${#lines[@]}" -eq 100 ]
  jq -es 'length == 100 and (map(select(.sql)) | length > 50)' <<<"$output"
  sha256sum -c before
}

@test "hostile questions are answered or refused, never obeyed" {
  sha256sum "$db" > before
  ls -la "$BATS_FILE_TMPDIR" | grep -c . > files
  for q in "'; DELETE FROM hive; --" 'hives" OR 1=1' "SELECT * FROM hive; DROP TABLE hive" $'hives \e]0;owned\a' \
    $'hives \xff\xfe\xc3' '$(touch owned) hives `touch owned`' '%s%s%n hives'; do
    run "$ASTORMER" ask "$db" "$q"
    [ "$status" -le 1 ]
    [[ "$output" != *$'\e'* ]]
    [[ "$output" != *$'\a'* ]]
  done
  head -c 1000000 /dev/zero | tr '\0' 'x' > big
  run --separate-stderr "$ASTORMER" ask "$db" --file big
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"longer than 16384 bytes"* ]]
  printf 'hi\0ves\n' > nul
  run --separate-stderr "$ASTORMER" ask "$db" --file nul
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"nul:1: the question holds a NUL byte"* ]]
  [ ! -e owned ]
  sha256sum -c before
}

@test "hostile cells and names do no harm; wide characters line up; NULLs show; long cells are cut" {
  sqlite3 odd.sqlite <<'SQL'
CREATE TABLE fish ("name" TEXT, "bad
column" TEXT, note TEXT);
CREATE TABLE """; DROP TABLE fish; --" (fish TEXT);
INSERT INTO fish VALUES ('日本', 'a' || char(27) || '[31mred' || char(10) || 'forged row', NULL),
  ('cod', char(8238) || 'rtl', 'NULL'), ('é', printf('%.200c', 'z'), x'00ff');
SQL
  run bash -c "printf '%s\n' 'fish names' '.correct SELECT * FROM fish' | '$ASTORMER' shell odd.sqlite"
  [ "$status" -eq 0 ]
  [[ "$output" != *$'\e'* ]]
  [[ "$output" == *"日本  "* ]]
  [[ "$output" == *"cod   "* ]]
  [[ "$output" == *"␛[31mred␊forged row"* ]]
  [[ "$output" == *'"NULL"'* ]]
  [[ "$output" == *"zzz…"* ]]
  [[ "$output" == *"x'00ff'"* ]]
}

@test "relative dates are read against --now" {
  run --separate-stderr "$ASTORMER" ask "$db" "harvests of hives last month" --now 2024-03-31 --format json
  [[ "$(jq -r .read_as <<<"$output")" == "harvests of hives between 2024-02-01 and 2024-02-29" ]]
  run "$ASTORMER" ask "$db" "hives" --now 2024-02-30
  [ "$status" -eq 2 ]
}

@test "denied tables are neither seen nor read" {
  "$ASTORMER" ask "$db" "How many hives are there?" --deny beekeeper --format json --explain > out.json
  run jq -e '.items | any(.text | startswith("beekeeper."))' out.json
  [ "$output" = false ]
}

@test "a large schema is looked at in part, and the answer says so" {
  {
    for t in $(seq 250); do
      printf 'CREATE TABLE part%d (id INTEGER PRIMARY KEY' "$t"
      for c in $(seq 12); do printf ', field_%d_%d TEXT' "$t" "$c"; done
      echo ');'
    done
    echo "CREATE TABLE hive (id INTEGER PRIMARY KEY, colour TEXT); INSERT INTO hive VALUES (1, 'red');"
  } | sqlite3 large.sqlite
  run --separate-stderr "$ASTORMER" ask large.sqlite "How many hives are there?" --choose 1
  [ "$status" -eq 0 ]
  [[ "${lines[0]}" == *"hive"* ]]
  [[ "$output" =~ looked\ at\ +[0-9]+\ of\ 3252\ columns,\ in\ [0-9]+\ of\ 251\ tables ]]
}

@test "nothing is sent anywhere" {
  export ASAN_OPTIONS=detect_leaks=0 # it cannot look for leaks while traced
  strace -f -e trace=network -o calls "$ASTORMER" ask "$db" "How many hives are there?"
  run grep -E 'socket\(|connect\(' calls
  [ "$status" -ne 0 ]
}

@test "--synonyms teaches words; a line that names nothing is an error that says where" {
  echo "skeps = hive" > words
  "$ASTORMER" ask "$db" "How many skeps are there?" --synonyms words --format json --explain > out.json
  jq -e '.links | any(.kind == "synonym" and .table == "hive")' out.json
  echo "skeps = nothing" > words
  run --separate-stderr "$ASTORMER" ask "$db" "How many skeps are there?" --synonyms words
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"words:1"*"nothing"* ]]
}

@test "a view is looked at if the question names it, or with --views" {
  cp "$db" own.db && sqlite3 own.db "CREATE VIEW honey_report AS SELECT * FROM hive"
  looked() { "$ASTORMER" ask own.db "$@" --format json | jq '.looked_at.tables'; }
  few=$(looked "How many hives are there?")
  [ "$(looked "How many hives are there?" --views)" -eq $((few + 1)) ]
  [ "$(looked "How many hives are in the honey report?")" -eq $((few + 1)) ]
}
