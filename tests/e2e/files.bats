#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer ask FILE.csv ...: files of rows as tables.

load tiny_model.bash

setup_file() {
  tiny_model
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data HOME=$BATS_TEST_TMPDIR
}

# rows SQL FILE...: what SQL gives on the tables of the files
rows() {
  local sql=$1
  shift
  printf '%s\n' "hives" ".correct $sql" .quit | "$ASTORMER" shell "$@" > /dev/null 2>&1 || true
  sqlite3 -readonly "$(ls -t cache/astormer/imports/*/*.sqlite | head -n 1)" "$sql"
}

@test "a spreadsheet's CSV: delimiter, quotes, decimal and local dates, zip codes kept, what is missing" {
  printf '\xef\xbb\xbfOrder ID;Customer;Order date;Unit price (EUR);Zip;Note\r\n1;"Muster, ""Max""";31.12.2023;"1,234.50";01067;"two\nlines"\r\n2;Ada;01.02.2024;12.5;75001;\r\n\r\n3;Bob;14.02.2024;NA;10115\r\n' > sales.csv
  run --separate-stderr "$ASTORMER" ask sales.csv "How many sales are there?" --choose 1
  [ "$status" -eq 0 ]
  [ "$(rows 'SELECT order_id, customer, order_date, unit_price_eur, zip, note IS NULL FROM sales' sales.csv)" = $'1|Muster, "Max"|2023-12-31|1234.5|01067|0\n2|Ada|2024-02-01|12.5|75001|1\n3|Bob|2024-02-14||10115|1' ]
  [ "$(rows "SELECT group_concat(type) FROM pragma_table_info('sales')" sales.csv)" = "INTEGER,TEXT,DATE,REAL,TEXT,TEXT" ]
}

@test "days that nobody can tell apart stay texts; one that can decides for its column" {
  printf 'day,american,both\n01/02/2024,12/31/2023,2024-01-02 10:00\n03/04/2024,01/02/2024,2024-01-03\n' > days.csv
  [ "$(rows 'SELECT * FROM days' days.csv)" = $'01/02/2024|2023-12-31|2024-01-02 10:00\n03/04/2024|2024-01-02|2024-01-03' ]
  [ "$(rows "SELECT group_concat(type) FROM pragma_table_info('days')" days.csv)" = "TEXT,DATE,DATETIME" ]
}

@test "several files are several tables; names need no quotation marks, questions neither" {
  printf 'name\tcity_id\nAda\t1\nBob\t2\n' > people.tsv
  printf '{"city_id": 1, "place": {"name": "Bonn"}}\n\n{"city_id": 2, "place": {"name": "Ulm"}, "seen": true, "tags": [1]}\n' > cities.jsonl
  printf '[{"a": 1}, {"a": 2.5, "b": null}]' > list.json
  [ "$(rows 'SELECT people.name, place_name, seen, tags FROM people JOIN cities USING (city_id)' people.tsv cities.jsonl list.json)" = $'Ada|Bonn||\nBob|Ulm|true|[1]' ]
  [ "$(rows 'SELECT a FROM list' people.tsv cities.jsonl list.json)" = $'1.0\n2.5' ]
  run --separate-stderr "$ASTORMER" ask people.tsv cities.jsonl How many people are there --format json
  jq -e '.question == "How many people are there" and .looked_at.of_tables == 2' <<<"$output"
}

@test "a file that changed is read again, one that did not is not" {
  printf 'name\nAda\n' > people.csv
  rows 'SELECT count(*) FROM people' people.csv
  stat -c %Y-%i cache/astormer/imports/*/people.sqlite > one
  rows 'SELECT count(*) FROM people' people.csv
  stat -c %Y-%i cache/astormer/imports/*/people.sqlite | cmp - one
  printf 'name\nAda\nBob\n' > people.csv
  [ "$(rows 'SELECT count(*) FROM people' people.csv)" = 2 ]
}

@test "a file without names gets them; Latin-1 is read; odd names are made plain" {
  printf '1,2\n3,4\n' > bare.csv
  [ "$(rows 'SELECT column_2 FROM bare' bare.csv)" = $'2\n4' ]
  printf 'Stra\xdfe,Stra\xdfe,,2nd "x"\nHauptstra\xdfe,b,c,d\n' > latin.csv
  [ "$(rows "SELECT group_concat(name) FROM pragma_table_info('latin')" latin.csv)" = "straße,straße_2,column_3,c_2nd_x" ]
  [ "$(rows 'SELECT "straße" FROM latin' latin.csv)" = "Hauptstraße" ]
}

@test "what cannot be read is said, with what to do" {
  printf 'a,b\n1,2\n1,2,3\n' > ragged.csv
  run --separate-stderr "$ASTORMER" ask ragged.csv hives
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"ragged.csv: line 3 has 3 cells, more than the 2 of the first"* ]]
  printf 'a,b\n' > empty.csv
  run --separate-stderr "$ASTORMER" ask empty.csv hives
  [[ "$stderr" == *"no rows below it"* ]]
  echo '{"a": 1} x' > bad.jsonl
  run --separate-stderr "$ASTORMER" ask bad.jsonl hives
  [[ "$stderr" == *"bad.jsonl: line 1 is no JSON object"* ]]
  mkfifo pipe.csv # which nobody ever writes to
  run --separate-stderr timeout 60 "$ASTORMER" ask pipe.csv hives
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"'pipe.csv' is not a regular file"* ]]
  head -c 100 /dev/zero > zero.csv
  run --separate-stderr "$ASTORMER" ask zero.csv hives
  [[ "$stderr" == *"zero byte"* ]]
  for name in sales.parquet sales.duckdb sales.xlsx sales.csv.gz sales.sql; do
    run --separate-stderr "$ASTORMER" ask $name hives
    [ "$status" -eq 3 ]
  done
  run --separate-stderr "$ASTORMER" ask sales.parquet hives
  [[ "$stderr" == *"Debian has no library for it"*"TO 'sales.csv'"* ]]
  # a database is a database, whatever its name
  sqlite3 odd.csv "CREATE TABLE hive (hive_id INTEGER, colour TEXT); INSERT INTO hive VALUES (1, 'red')"
  run --separate-stderr "$ASTORMER" ask odd.csv "How many hives are there?" --choose 1
  [ "$status" -eq 0 ]
}
