#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The data we ship: the sample databases with their questions, and the small dataset the decoders
# learn by heart.  Every gold query must run and answer something.

QUESTIONS=$ASTORMER_ROOT/examples/questions.jsonl
SMALL=$ASTORMER_ROOT/tests/data/small
MAKE_DATABASES=$ASTORMER_ROOT/examples/make-databases

setup_file() {
  "$MAKE_DATABASES" "$BATS_FILE_TMPDIR"
  "$MAKE_DATABASES" "$BATS_FILE_TMPDIR" "$SMALL"/*.sql
}

# Runs every gold query of a JSON-lines file; complains of those that fail or answer nothing (an
# aggregate over no rows is NULL, which prints as nothing too).
run_gold_queries() {
  local bad=0 db sql rows
  while IFS=$'\t' read -r db sql; do
    if ! rows=$(sqlite3 -batch -readonly "$BATS_FILE_TMPDIR/$db.sqlite" "$sql" 2>&1); then
      echo "fails on $db: $sql: $rows"
      bad=1
    elif [ -z "$rows" ]; then
      echo "no rows on $db: $sql"
      bad=1
    fi
  done < <(jq -r '[.db, .sql] | @tsv' "$1")
  return $bad
}

# How many records a file has for each database, as "db count" lines.
records_per_database() {
  jq -rs 'group_by(.db)[] | "\(.[0].db) \(length)"' "$1"
}

# Questions asked twice of one database, ignoring case.
repeated_questions() {
  jq -rs 'group_by([.db, (.question | ascii_downcase)])[] | select(length > 1) | .[0].question' "$1"
}

@test "the databases satisfy their own foreign keys" {
  for database in "$BATS_FILE_TMPDIR"/*.sqlite; do
    run sqlite3 -batch -readonly "$database" 'PRAGMA integrity_check; PRAGMA foreign_key_check'
    [ "$status" -eq 0 ]
    [ "$output" = ok ]
  done
}

@test "make-databases replaces a database, and leaves none where a script fails" {
  dir=$BATS_TEST_TMPDIR
  echo 'CREATE TABLE t (x); INSERT INTO t VALUES (1);' >"$dir/one.sql"
  "$MAKE_DATABASES" "$dir/out" "$dir/one.sql"
  "$MAKE_DATABASES" "$dir/out" "$dir/one.sql"
  [ "$(sqlite3 "$dir/out/one.sqlite" 'SELECT count(*) FROM t')" = 1 ]
  echo 'CREATE TABLE t (x); INSERT INTO nowhere VALUES (1);' >"$dir/two.sql"
  run ! "$MAKE_DATABASES" "$dir/out" "$dir/two.sql"
  [[ "$output" == *"two.sql' does not load"* ]]
  [ "$(ls "$dir/out")" = one.sqlite ]
  run -2 "$MAKE_DATABASES"
}

@test "30 example questions, none twice, all answered by their SQL" {
  [ "$(records_per_database "$QUESTIONS")" = $'bookshop 15\nferries 15' ]
  [ -z "$(repeated_questions "$QUESTIONS")" ]
  run_gold_queries "$QUESTIONS"
}

@test "200 small pairs, none twice, all answered by their SQL" {
  [ "$(records_per_database "$SMALL/train.jsonl")" = \
    $'apiary 50\ncoast_lights 50\nobservatory 50\nrepair_cafe 50' ]
  [ -z "$(repeated_questions "$SMALL/train.jsonl")" ]
  [ "$(jq -rs 'map(select(.history)) | length' "$SMALL/train.jsonl")" -eq 20 ]
  run_gold_queries "$SMALL/train.jsonl"
}

@test "a follow-up's history is made of questions asked before it" {
  for file in "$QUESTIONS" "$SMALL/train.jsonl"; do
    run jq -rs '. as $all | range(length) as $i | $all[$i]
      | .history[]? as $earlier
      | select([$all[:$i][] | select(.db == $all[$i].db) | .question] | index($earlier) | not)
      | "\(.question): \($earlier)"' "$file"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
  done
}

@test "tables.json says what the small databases are" {
  types="CASE c.type WHEN 'TEXT' THEN 'text' WHEN 'DATE' THEN 'time' ELSE 'number' END"
  for db in $(jq -r '.[].db_id' "$SMALL/tables.json"); do
    declared=$(sqlite3 -batch -readonly "$BATS_FILE_TMPDIR/$db.sqlite" "
      SELECT t.name || '.' || c.name || ' ' || $types || iif(c.pk, ' primary', '')
        FROM sqlite_schema AS t, pragma_table_info(t.name) AS c ORDER BY t.rowid, c.cid;
      SELECT t.name || '.' || f.\"from\" || ' -> ' || f.\"table\" || '.' || f.\"to\"
        FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f ORDER BY 1;")
    described=$(jq -r --arg db "$db" '.[] | select(.db_id == $db) | . as $s
      | def full: $s.column_names_original[.] | "\($s.table_names_original[.[0]]).\(.[1])";
        (range(1; .column_names_original | length) as $i | "\($i | full) \(.column_types[$i])" +
          (if .primary_keys | index($i) then " primary" else "" end)),
        ([.foreign_keys[] | "\(.[0] | full) -> \(.[1] | full)"] | sort[])' "$SMALL/tables.json")
    diff <(echo "$declared") <(echo "$described")
  done
}

@test "the small pairs use every construct they are meant to teach" {
  queries=$(jq -r .sql "$SMALL/train.jsonl")
  while read -r pattern; do
    grep -Eq -- "$pattern" <<<"$queries" || { echo "no query matches $pattern"; return 1; }
  done <<'PATTERNS'
max\(
min\(
count\(\*\)
count\(DISTINCT
sum\(
avg\(
SELECT DISTINCT
\w = '
\w != '
\w > [0-9]
\w < [0-9]
\w >= [0-9]
\w <= [0-9]
\w > \w+_
> \(SELECT avg
BETWEEN [0-9]
BETWEEN '
\w LIKE '%\w+%'
\w LIKE '\w+%'
\w LIKE '%\w+'
NOT LIKE
\w IN \(SELECT
NOT IN \(SELECT
INTERSECT SELECT
UNION SELECT
EXCEPT SELECT
GROUP BY \S+$
GROUP BY \w+, \w+$
HAVING count
HAVING avg
ORDER BY \S+ ASC$
ORDER BY \S+ DESC$
ORDER BY \w+ ASC, \w+ ASC$
ORDER BY count\(\*\) DESC LIMIT 1$
LIMIT [2-9]$
FROM \w+ AS T1 JOIN \w+ AS T2 ON \S+ = \S+( WHERE|$)
JOIN .* JOIN
WHERE [^(]* AND \w
WHERE [^(]* OR \w
\w \+ \w
\w - \w
\w \* \w
\w / \w
ORDER BY \w+ \+ \w+ DESC
PATTERNS
}

@test "every literal of the small pairs can be copied from the question or its history" {
  run jq -r '
    ([.question] + (.history // []) | join(" ")) as $text
    | ([.sql | scan("\u0027([^\u0027]*)\u0027")[0] | gsub("%"; "")]
       + [.sql | gsub("\u0027[^\u0027]*\u0027"; "") | sub(" LIMIT 1$"; "")
          | scan("(?<![\\w.])[0-9]+(?:\\.[0-9]+)?")])[] as $value
    | ($value | gsub("\\."; "\\.")) as $pattern
    | select($text | test("(?<!\\w)" + $pattern + "(?!\\w)") | not)
    | "\($value) is not in: \($text)"' "$SMALL/train.jsonl"
  [ "$status" -eq 0 ]
  echo "$output"
  [ -z "$output" ]
}
