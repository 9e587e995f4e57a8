#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer link: what a user sees of the links, and of what went wrong.

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache"
  sqlite3 shop.db "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, home_town TEXT, age INT);
    INSERT INTO customer VALUES (1, 'Ann O''Hara', 'Paris', 31), (2, 'Bob', 'New York', 45);
    CREATE TABLE sale (customer INT REFERENCES customer, amount REAL);
    INSERT INTO sale VALUES (1, 9.5);"
}

@test "names and stored values are shown with their kind" {
  run --separate-stderr "$ASTORMER" link shop.db "How old are customers from new york?"
  [ "$status" -eq 0 ]
  [[ "$output" == *"customers"*"exact"*"table"*"customer"* ]]
  [[ "$output" == *"new york"*"value"*"customer.home_town"*"= 'New York'"* ]]
  [[ "$output" == *"old"*"synonym"*"customer.age"* ]]
  [ -z "$stderr" ]
}

@test "--json has the same, with byte offsets of the question" {
  run --separate-stderr "$ASTORMER" link shop.db "customers in Paris" --json
  [ "$status" -eq 0 ]
  echo "$output" | grep -q '"cell": "Paris"'
  echo "$output" | grep -q '"start": 13'
  echo "$output" | grep -q '"column": "customer.home_town"'
}

@test "the index is cached, and rebuilt when the database changes or the cache is damaged" {
  "$ASTORMER" link shop.db "x" --json | grep -q '"from_cache": false'
  "$ASTORMER" link shop.db "x" --json | grep -q '"from_cache": true'
  sqlite3 shop.db "INSERT INTO customer VALUES (3, 'Eve', 'Oslo', 20)"
  "$ASTORMER" link shop.db "customers in Oslo" --json >out
  grep -q '"from_cache": false' out
  grep -q '"cell": "Oslo"' out
  for f in cache/astormer/*; do printf 'garbage' >"$f"; done
  "$ASTORMER" link shop.db "customers in Oslo" | grep -q "= 'Oslo'"
}

@test "the database and its directory are left alone" {
  chmod a-w shop.db
  before=$(sha256sum shop.db)
  "$ASTORMER" link shop.db "customers in Paris" >/dev/null
  [ "$before" = "$(sha256sum shop.db)" ]
  [ "$(ls)" = "$(printf 'cache\nshop.db')" ]
}

@test "a synonym file beside the database is used, and its errors name the line" {
  echo 'buyer = customer' >astormer.synonyms
  "$ASTORMER" link shop.db "all buyers" | grep -q "buyers .*synonym .*table .*customer"
  echo 'turnover = sale.nothing' >>astormer.synonyms
  run --separate-stderr "$ASTORMER" link shop.db "all buyers"
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"astormer.synonyms:2: no table or column 'sale.nothing'"* ]]
}

@test "earlier questions come after the current one" {
  run "$ASTORMER" link shop.db "only from Paris" --history "show customers" --json
  [ "$status" -eq 0 ]
  [[ "$output" == *'"question": "only from Paris | show customers"'* ]]
  [[ "$output" == *'"turn": 1'* ]]
}

@test "a benchmark's schema file can be used with and without its databases" {
  cat >tables.json <<'JSON'
[{"db_id": "shop", "table_names_original": ["customer"], "table_names": ["customer"],
  "column_names_original": [[-1, "*"], [0, "home_town"], [0, "age"]],
  "column_names": [[-1, "*"], [0, "home town"], [0, "age"]],
  "column_types": ["text", "text", "number"], "primary_keys": [], "foreign_keys": []}]
JSON
  "$ASTORMER" link --tables tables.json --db shop "home towns of customers" | grep -q "home towns .*exact .*customer.home_town"
  mkdir -p dbs/shop && cp shop.db dbs/shop/shop.sqlite
  "$ASTORMER" link --tables tables.json --db shop --databases dbs "customers in Paris" | grep -q "= 'Paris'"
  run --separate-stderr "$ASTORMER" link --tables tables.json --db nope "x"
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"no schema 'nope'"* ]]
}

@test "what cannot be opened is said in one line, with exit code 3; bad usage with 2" {
  run --separate-stderr "$ASTORMER" link nothing.db "x"
  [ "$status" -eq 3 ] && [ "${#stderr_lines[@]}" -eq 1 ]
  echo "not a database at all, certainly not one of SQLite's" >text.db
  run --separate-stderr "$ASTORMER" link text.db "x"
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"'text.db' is not a SQLite database"* ]]
  run --separate-stderr "$ASTORMER" link shop.db
  [ "$status" -eq 2 ]
  run --separate-stderr "$ASTORMER" link shop.db "x" --plain
  [ "$status" -eq 2 ]
}

@test "control characters of a stored value do not reach the terminal" {
  sqlite3 shop.db "INSERT INTO customer VALUES (9, char(27) || '[31mRed' || char(7), 'x', 1)"
  run "$ASTORMER" link shop.db "customers named 'Red'"
  [ "$status" -eq 0 ]
  [[ "$output" != *$'\x1b'* ]]
  [[ "$output" != *$'\x07'* ]]
}

@test "what the index leaves out is said" {
  sqlite3 shop.db "INSERT INTO customer VALUES (9, printf('%.500c', 'x'), x'00', 1)"
  run --separate-stderr "$ASTORMER" link shop.db "x"
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"1 long cells and 1 blobs left out, 2 columns incomplete"* ]]
}

@test "the profile says what columns hold and which keys there are, declared and inferred" {
  sqlite3 clinic.db "CREATE TABLE doctor (id INTEGER PRIMARY KEY, docname TEXT /* on the door */);
    CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, doctor_id INTEGER, visited_on TEXT, is_urgent TEXT, fee_cents INTEGER);
    INSERT INTO doctor VALUES (1,'A'),(2,'B'),(3,'C');
    INSERT INTO visit VALUES (1,1,'2022-03-01','Y',100),(2,2,'2023-04-05','N',200),(3,3,'2024-05-06','Y',300);"
  "$ASTORMER" link clinic.db --profile >out
  grep -q 'visited_on .*time: date 2022-2024' out
  grep -q "is_urgent .*yes 'Y', no 'N'" out
  grep -q 'fee_cents .*unit: cents' out
  grep -q 'docname .*"doc.* name".*comment: on the door' out
  grep -q 'visit.doctor_id -> doctor.id  inferred' out
  "$ASTORMER" link clinic.db --profile --json >out.json
  jq -e '.keys[0] | .from == "visit.doctor_id" and .declared == false and .used' out.json
  jq -e '.tables[0].columns[1].comment == "on the door"' out.json
  jq -e '.tables[1].columns[] | select(.name == "visited_on") | .years == [2022, 2024]' out.json
  run --separate-stderr "$ASTORMER" link clinic.db "x" --profile
  [ "$status" -eq 2 ]
}

@test "the profile says which language names are in" {
  sqlite3 laden.db "CREATE TABLE kunde (kunden_nr INTEGER PRIMARY KEY, strasse TEXT, geburtsdatum TEXT);
    CREATE TABLE rechnung (rechnung_nr INTEGER PRIMARY KEY, kunden_nr INTEGER REFERENCES kunde, betrag REAL, bezahlt TEXT);"
  "$ASTORMER" link laden.db --profile >out
  grep -q 'table rechnung "invoice"  in German' out
  grep -q 'geburtsdatum .*"birth date"' out
  "$ASTORMER" link laden.db --profile --json | jq -e '.tables[0].language == "German"'
  sqlite3 english.db "CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, street TEXT);"
  "$ASTORMER" link english.db --profile --json | jq -e '.tables[0].language == null'
}

@test "candidate values are listed with what they are" {
  "$ASTORMER" link shop.db "customers in march 2023" >out
  grep -q '2023-04-01 .*day after 2023-03' out
  "$ASTORMER" link shop.db "customers in march 2023" --json | jq -e '.candidates | any(.text == "2023-03" and .source == "period")'
}
