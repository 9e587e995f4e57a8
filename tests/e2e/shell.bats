#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer shell: a conversation, dot commands, corrections, and training on them.

load tiny_model.bash

setup_file() {
  tiny_model
  "$ASTORMER_ROOT/examples/make-databases" "$BATS_FILE_TMPDIR" "$ASTORMER_ROOT"/tests/data/small/apiary.sql
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data HOME=$BATS_TEST_TMPDIR
  db=$BATS_FILE_TMPDIR/apiary.sqlite
  corrections=$BATS_TEST_TMPDIR/corrections.jsonl
}

# shell LINE...: the lines typed into a shell
shell() {
  printf '%s\n' "$@" | "$ASTORMER" shell "$db" --corrections "$corrections" 2>&1
}

@test "questions follow up on the ones before, until .new" {
  run shell "How many hives are there?" "the red ones" .explain .new "the red ones" .explain .quit
  [ "$status" -eq 0 ]
  [[ "$output" == *"hives"*"(1 question ago)"* ]]
  after=${output##*a new conversation}
  [[ "$after" != *"(1 question ago)"* ]]
}

@test "a question that stands alone is taken so, and .flip takes it the other way" {
  run shell .flip "How many hives are there?" .flip "List the names of all beekeepers." .flip "the red ones" .quit
  [ "$status" -eq 0 ]
  [[ "$output" == *"no question that could be taken another way"*"no question that could be taken another way"* ]]
  [[ "$output" == *"taken as    a new question"*"taken as    a follow-up of \"How many hives are there?\""*"taken as    a follow-up of \"List the names"* ]]
}

@test "dot commands" {
  run shell .help .schema ".schema hive" ".schema nothing" .sql .explain .good .model .nosuch "How many hives are there?" .sql ".sql 2" ".sql 99"
  [ "$status" -eq 0 ]
  [[ "$output" == *".correct"*"beekeeper_id  number -> beekeeper.beekeeper_id"* ]]
  [[ "$output" == *"there is no such table"* ]]
  [[ "$output" == *"nothing has been asked yet"* ]]
  [[ "$output" == *"tiny-model"* ]]
  [[ "$output" == *"unknown command '.nosuch'"* ]]
  [[ "$output" == *"it might also mean:"* ]]
  [[ "$output" == *"there is no query of that number"* ]]
}

@test "doubt is shown as readings; a number chooses one, .good keeps it" {
  run shell "which hives are red?" 2 .good
  [[ "${lines[0]}" == "Did you mean" ]]
  [[ "$output" == *"next        a number shows the rows"*"reading 2, chosen by you"*"kept: this question will be answered so"* ]]
  kept=$(jq -r .sql "$corrections")
  [ "$(shell 'which hives are red?' | head -n 1)" = "$kept" ]
}

@test "corrections answer the same question, and can be trained on" {
  right="SELECT count(*) FROM hive WHERE colour = 'red'"
  run shell "how many hives have the colour red?" ".correct $right"
  [[ "$output" == *"kept: this question will be answered so"* ]]
  [ "$(jq -r .sql "$corrections")" = "$right" ]
  run shell "How many hives have the colour red"
  [[ "${lines[0]}" == "$right" ]]
  [[ "$output" == *"source      a correction: as you told me on 20"* ]]
  run --separate-stderr "$ASTORMER" ask "$db" "how many hives have the colour red?" --corrections "$corrections" --format json
  jq -e '.corrected and .confidence == 1' <<<"$output"
  "$ASTORMER" train --init "$ASTORMER_MODEL" --data "$corrections" --out run --quiet --set steps=120 --set lr=3e-3
  run --separate-stderr "$ASTORMER" ask "$db" "how many hives have the colour red?" --corrections '' --model run/best.safetensors --sql-only
  [ "$output" = "$right" ]
}

@test "SQL that is wrong is not given again, and SQL that does not run is no correction" {
  first_reading() { shell "which hives are red?" | sed -n '3s/^  1. //p'; }
  first=$(first_reading)
  [ -n "$first" ]
  run shell "which hives are red?" .bad "which hives are red?" ".correct SELECT nothing FROM nowhere" ".correct DELETE FROM hive"
  [[ "$output" == *"will not be answered so again"* ]]
  [ "$(first_reading)" != "$first" ]
  [ "$(jq -s 'map(select(.sql)) | length' "$corrections")" -eq 0 ]
}

@test "rows that are wrong do not come again, whatever SQL gives them" {
  # a statement of the same rows as the first reading's, told to be wrong
  ask() { "$ASTORMER" ask "$db" "How many hives are there?" --corrections "$corrections" --format json; }
  first=$(ask | jq -c '.queries[0].preview.rows // .result.rows')
  sql=$(ask | jq -r '.queries[0].sql')
  jq -n --arg sql "SELECT * FROM ($sql) AS again" '{question: "How many hives are there?", wrong_sql: $sql}' -c > "$corrections"
  [ "$(ask | jq -c '.queries[0].preview.rows // .result.rows')" != "$first" ]
  # all of them wrong: nothing is answered
  ask | jq -c '.queries[] | {question: "How many hives are there?", wrong_sql: .sql}' >> "$corrections"
  ask | jq -c '.queries[] | {question: "How many hives are there?", wrong_sql: .sql}' >> "$corrections"
  [[ "$(ask | jq -r .declined)" == *"you said are wrong"* ]]
}

@test ".edit runs what the editor leaves, under the same guard" {
  sha256sum "$db" > before
  printf '#!/bin/sh\necho "SELECT 6 * 7 AS answer" > "$1"\n' > good-editor
  printf '#!/bin/sh\necho "WITH x AS (SELECT 1) DELETE FROM hive" > "$1"\n' > bad-editor
  chmod +x good-editor bad-editor
  EDITOR=$PWD/good-editor run shell "How many hives are there?" .edit .correct
  [[ "$output" == *"answer"*"42"*"kept"* ]]
  EDITOR=$PWD/bad-editor run shell "How many hives are there?" .edit
  [[ "$output" == *"astormer: "* ]]
  EDITOR=true run shell "How many hives are there?" .edit
  [[ "$output" == *"unchanged"* ]]
  EDITOR=false run shell "How many hives are there?" .edit
  [[ "$output" == *"the editor failed"* ]]
  sha256sum -c before
}

@test "--confirm asks first" {
  run bash -c "printf '%s\n' 'How many hives are there?' n .quit | '$ASTORMER' shell '$db' --confirm"
  [[ "$output" == SELECT* ]]
  [[ "$output" != *" row"* ]]
  run bash -c "printf '%s\n' 'How many hives are there?' y .quit | '$ASTORMER' shell '$db' --confirm"
  [[ "$output" == *" row"* ]]
}

@test "an interrupt stops a running query, not the shell" {
  endless='WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n'
  mkfifo lines
  "$ASTORMER" shell "$db" --timeout 300000 --corrections "$corrections" < lines > out 2>&1 &
  pid=$!
  exec 7> lines
  printf '%s\n' "How many hives are there?" ".correct $endless" .help >&7
  for _ in $(seq 600); do grep -q confidence out && break; sleep 0.1; done
  # interrupts until the query, which may not be at work yet, is stopped and the next line is read
  for _ in $(seq 600); do grep -q 'Ctrl-C stops' out && break; kill -INT $pid; sleep 0.2; done
  echo .quit >&7
  exec 7>&-
  wait $pid
  grep -q 'Ctrl-C stops a running query' out
  run grep -c kept out
  [ "$output" = 0 ]
}

@test "what psql and sqlite3 users type is understood; wrong commands are guessed" {
  run shell tables '\dt' '\d hive' help .tabels '\x' exit "How many hives are there?"
  [ "$status" -eq 0 ]
  [[ "$output" == *"hive  "*"16 rows"*"hive  "*"16 rows"* ]]
  [[ "$output" == *"frames_per_box"*".again"* ]]
  [[ "$output" == *"unknown command '.tabels'; did you mean '.tables'?"* ]]
  [[ "$output" == *"unknown command '\\x'"* ]]
  [[ "$output" != *"Did you mean"* ]] # the shell had ended
}

@test "SQL that is typed is run, under the guard" {
  sha256sum "$db" > before
  run shell "SELECT count(*) AS n FROM hive" ".sql SELECT 6 * 7 AS answer" "DELETE FROM hive" "DROP TABLE hive;"
  [[ "$output" == *"n"*"16"*"answer"*"42"* ]]
  [ "$(grep -c '^astormer: ' <<<"$output")" -eq 2 ]
  sha256sum -c before
  run --separate-stderr "$ASTORMER" ask "$db" "SELECT colour FROM hive WHERE hive_id = 1"
  [ "$status" -eq 0 ]
  [[ "$output" == *"your own SQL"* ]]
  [[ "$output" != *"%"* ]]
  # questions may begin like SQL
  run shell "select the names of all beekeepers"
  [[ "$output" != *"your own SQL"* ]]
}

@test "formats, saving, and answers shown again" {
  run shell ".format csv" "SELECT colour, count(*) AS n FROM hive GROUP BY 1 ORDER BY 1 LIMIT 1" ".save $PWD/out.json" ".save $PWD/out.json" ".save $PWD/out.csv" \
    ".format nothing" .again "How many hives are there?" 1 .again ".again 1" ".again 9"
  [[ "$output" == *$'colour,n\r\nblue,3\r'* ]]
  [[ "$output" == *"cannot write"*"File exists"* ]]
  [[ "$output" == *"formats: table, json"*"nothing has been answered yet"* ]]
  [[ "$output" == *"  1. How many hives are there?"*"there is no answer of that number"* ]]
  jq -e '.columns == ["colour", "n"] and .rows == [["blue", 3]]' out.json
  [ "$(head -n 1 out.csv)" = $'colour,n\r' ]
}

@test "colours and a pager on a terminal, unless they are not wanted" {
  terminal() { script -qec "stty rows 10 cols 100; $1" /dev/null < /dev/null; }
  export TERM=xterm ASTORMER db
  run terminal '"$ASTORMER" ask "$db" "How many hives are there?" --choose 1'
  [[ "$output" == *$'\e[1;34mSELECT\e[0m'* ]]
  NO_COLOR=1 run terminal '"$ASTORMER" ask "$db" "How many hives are there?" --choose 1'
  [[ "$output" != *$'\e['* ]]
  TERM=dumb run terminal '"$ASTORMER" ask "$db" "How many hives are there?" --choose 1'
  [[ "$output" != *$'\e['* ]]
  "$ASTORMER" ask "$db" "How many hives are there?" --choose 1 > file
  run grep -c $'\e' file
  [ "$output" = 0 ]
  PAGER="sed s/^/paged:/" run terminal 'printf "%s\n" "list the hives" | "$ASTORMER" ask "$db" "list the hives" --choose 1 --limit 16'
  [[ "$output" != *"paged:"* ]] # its input is no terminal
  PAGER="sed s/^/paged:/" run terminal '"$ASTORMER" ask "$db" "hives" --corrections kept'
  printf '{"question": "hives", "sql": "SELECT * FROM hive"}\n' > kept
  PAGER="sed s/^/paged:/" run terminal '"$ASTORMER" ask "$db" "hives" --corrections kept'
  [[ "$output" == *"paged:"*"hive_id"* ]]
  PAGER= run terminal '"$ASTORMER" ask "$db" "hives" --corrections kept'
  [[ "$output" == *"hive_id"* ]]
}

@test "adapt learns from corrections, says what that changes, and keeps what is no worse" {
  run --separate-stderr "$ASTORMER" adapt "$db" --out new.safetensors --corrections none
  [ "$status" -ne 0 ]
  [[ "$stderr" == *"nothing was corrected yet"* ]]
  cat > kept.jsonl <<'JSON'
{"question": "which hives are crimson?", "sql": "SELECT hive_id FROM hive WHERE boxes = 1"}
{"question": "which hives are crimson?", "sql": "SELECT frames_per_box FROM hive"}
{"question": "how old is the keeper of village Oberfeld?", "sql": "SELECT age FROM beekeeper WHERE village = 'Oberfeld'"}
{"question": "wrong one", "sql": "SELECT 1"}
{"question": "wrong one", "wrong_sql": "SELECT  1"}
JSON
  run --separate-stderr "$ASTORMER" adapt "$db" --export pairs.jsonl --corrections kept.jsonl
  [ "$output" = "2 pairs in pairs.jsonl" ]
  jq -es 'length == 2 and .[0].sql == "SELECT frames_per_box FROM hive" and all(.database | endswith("apiary.sqlite"))' pairs.jsonl
  run "$ASTORMER" adapt "$db" --out new.safetensors --corrections kept.jsonl --steps 150 --lr 3e-3 --others 0
  echo "$output"
  [ "$status" -eq 0 ]
  [[ "$output" == *"learning from 2 corrections and 0 questions about other databases"*"learnt from: 0 of 2 before, 2 after"* ]]
  [[ "$output" == *"other databases: not asked"*"kept as new.safetensors"* ]]
  sql=$("$ASTORMER" ask "$db" "which hives are crimson?" --corrections none --model new.safetensors --sql-only)
  [ "$(sqlite3 "$db" "$sql")" = "$(sqlite3 "$db" "SELECT frames_per_box FROM hive")" ]
  # a model that is worse is not kept
  for question in "How many hives are there now?" "How many hives are there in all?" "Count the hives." "How many hives do they have?" ok \
    "How many hives exist?" "Number of hives?" "How many hives are there today?" "How many of the hives are there?" ok2; do
    case $question in
      ok) echo '{"question": "How many hives are there?", "sql": "SELECT count(*) FROM hive"}' ;;
      ok2) echo '{"question": "how many hives are there", "sql": "SELECT count(*) FROM hive"}' ;;
      *) echo "{\"question\": \"$question\", \"sql\": \"SELECT max(boxes) FROM hive\"}" ;; # wrong on purpose
    esac
  done > lies.jsonl
  run "$ASTORMER" adapt "$db" --out worse.safetensors --corrections lies.jsonl --steps 100 --lr 3e-3 --others 0
  echo "$output"
  [ "$status" -eq 1 ]
  [[ "$output" == *"now WRONG (held out)  How many hives are there?"*"not kept"* ]]
  [ ! -e worse.safetensors ]
}

@test "adapt learns from other databases too, and says what it does to some that it never saw" {
  mkdir -p c/yard c/hall
  for place in yard hall; do
    echo 'CREATE TABLE hive (hive_id INTEGER PRIMARY KEY, colour TEXT, boxes INTEGER);' > c/$place/schema.sql
    echo "INSERT INTO hive VALUES (1, 'red', 2), (2, 'blue', 3), (3, 'red', 1);" > c/$place/rows.sql
    cat > c/$place/questions.jsonl <<JSON
{"id": "$place-1", "question": "How many hives are there?", "sql": "SELECT count(*) FROM hive", "tags": ["easy"]}
{"id": "$place-2", "question": "What different colours do the hives have?", "sql": "SELECT DISTINCT colour FROM hive", "tags": ["easy"]}
{"id": "$place-3", "question": "Who owns the hives?", "sql": null, "tags": ["unanswerable"]}
JSON
  done
  echo hall > c/heldout.txt
  echo '{"question": "which hives are crimson?", "sql": "SELECT frames_per_box FROM hive"}' > kept.jsonl
  run "$ASTORMER" adapt "$db" --out new.safetensors --corrections kept.jsonl --steps 40 --lr 2e-3 --data c --keep
  echo "$output"
  [ "$status" -eq 0 ]
  [[ "$output" == *"learning from 1 corrections and "[23]" questions about other databases, 40 steps"* ]]
  [[ "$output" =~ "other databases, held out: "[0-2]" of 2 before, "[0-2]" after" ]]
  [ -s new.safetensors ]
  [ ! -e new.safetensors.others.jsonl ] && [ ! -e new.safetensors.pairs.jsonl ]
  # one that answers worse there is not kept, however well it learnt
  sed -i 's/SELECT count(\*) FROM hive/SELECT min(boxes) FROM hive/; s/SELECT DISTINCT colour FROM hive/SELECT min(boxes) FROM hive/' c/yard/questions.jsonl
  run "$ASTORMER" adapt "$db" --out worse.safetensors --corrections kept.jsonl --steps 100 --lr 3e-3 --data c --model new.safetensors
  echo "$output"
  [ "$status" -eq 1 ]
  [[ "$output" == *"now WRONG (other database)"*"not kept"* ]]
}
