#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The same questions to SQLite and to a PostgreSQL server of our own: the same rows (each names its
# columns in its own way), and the guard.

load tiny_model.bash

setup_file() {
  tiny_model
  # the server does not run as root, so neither does what asks it: it gets copies it may read
  stage=$(mktemp -d /tmp/astormer-pg-XXXXXX)
  export stage
  mkdir "$stage/home"
  cp "$ASTORMER" "$stage/astormer"
  cp "$ASTORMER_MODEL" "$stage/model.safetensors"
  grep -v '^PRAGMA' "$ASTORMER_ROOT/tests/data/small/apiary.sql" > "$stage/apiary.sql"
  "$ASTORMER_ROOT/examples/make-databases" "$stage" "$stage/apiary.sql"
  cat > "$stage/script" <<'SCRIPT'
cd "$STAGE/home" || exit 1
createdb apiary
psql -q -v ON_ERROR_STOP=1 -d apiary -f "$STAGE/apiary.sql"
n=0
for question in "How many hives are there?" "List the names of all beekeepers." "Which hives are red?"; do
  n=$((n + 1))
  "$STAGE/astormer" ask postgresql:///apiary "$question" --format csv 2>/dev/null | tail -n +2 | sort > "postgres$n"
  "$STAGE/astormer" ask "$STAGE/apiary.sqlite" "$question" --format csv 2>/dev/null | tail -n +2 | sort > "sqlite$n"
done
psql -q -d apiary -c "CREATE TABLE kinds (yes boolean, no boolean, big bigint, wide numeric(30,4), price numeric(8,2), far numeric(40,0), nan double precision)" \
  -c "INSERT INTO kinds VALUES (true, false, 9223372036854775807, 12345678901234567890.1234, 12.50, 123456789012345678901234567890, 'NaN')"
"$STAGE/astormer" serve postgresql:///apiary --port 0 --workers 1 --allow-sql > server.out 2> server.err &
server=$!
until grep -q http server.out; do sleep 0.1; kill -0 $server || exit 1; done
url=$(sed -n 's/^astormer: \(http.*\)\/$/\1/p' server.out)
post() { curl -s -m 60 -H 'Content-Type: application/json' -d "$2" "$url/v1/$1"; }
post run '{"sql": "SELECT * FROM kinds"}' > kinds.json
printf "%s\n" ".format csv" "SELECT * FROM kinds" | "$STAGE/astormer" shell postgresql:///apiary > kinds.csv 2>&1
printf '%s\n' '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "run_sql", "arguments": {"sql": "SELECT yes, wide FROM kinds"}}}' |
  "$STAGE/astormer" mcp postgresql:///apiary --allow-sql > kinds.mcp
post ask '{"question": "How many hives are there?"}' > before.json
psql -q -d apiary -c "UPDATE beekeeper SET name = 'Nora' WHERE beekeeper_id = 1"
post ask '{"question": "How many hives are there?"}' > rows.json
psql -q -d apiary -c "CREATE TABLE swarm (swarm_id integer PRIMARY KEY)"
post ask '{"question": "How many swarms are there?"}' > table.json
psql -q -d apiary -c "ALTER TABLE swarm ADD COLUMN caught date"
post ask '{"question": "How many swarms are there?"}' > column.json
psql -q -d apiary -c "COMMENT ON COLUMN swarm.caught IS 'the day it was caught'"
curl -s "$url/v1/schema" > comment.json
psql -q -d apiary -c "DROP TABLE swarm"
post ask '{"question": "How many hives are there?"}' > dropped.json
kill $server
wait $server
printf '%s\n' "How many hives are there?" ".correct DELETE FROM hive" ".correct SELECT pg_sleep(9)" |
  "$STAGE/astormer" shell postgresql:///apiary > shell.out 2>&1
SCRIPT
  chmod -R a+rX "$stage"
  as_user=
  if [ "$(id -u)" -eq 0 ]; then
    chown nobody "$stage/home"
    as_user='setpriv --reuid=nobody --regid=nogroup --clear-groups'
  fi
  $as_user env HOME="$stage/home" XDG_CACHE_HOME="$stage/home/cache" STAGE="$stage" ASTORMER_MODEL="$stage/model.safetensors" \
    pg_virtualenv -o fsync=off -o shared_buffers=16MB bash "$stage/script" >"$stage/log" 2>&1 || cat "$stage/log" >&2
}

teardown_file() {
  rm -rf "$stage"
}

@test "SQLite and PostgreSQL give the same rows" {
  for n in 1 2 3; do
    [ "$(wc -l < "$stage/home/postgres$n")" -ge 1 ]
    cmp "$stage/home/postgres$n" "$stage/home/sqlite$n"
  done
}

@test "what a person writes passes the guard of the server too" {
  grep -q 'refused: DELETE' "$stage/home/shell.out"
  grep -q "refused: the function 'pg_sleep'" "$stage/home/shell.out"
}

@test "booleans, whole numbers and decimals come as the database has them" {
  cd "$stage/home"
  jq -e '.rows[0][0] == true and .rows[0][1] == false and .rows[0][4] == 12.5 and .rows[0][6] == null' kinds.json
  grep -qF '[true,false,9223372036854775807,12345678901234567890.1234,12.5,"123456789012345678901234567890",null]' kinds.json
  jq -e '.notes[0] | contains("NaN")' kinds.json
  grep -qF 'true,false,9223372036854775807,12345678901234567890.1234,12.5,123456789012345678901234567890,' kinds.csv
  grep -qF '12345678901234567890.1234' kinds.mcp # not as a double
}

@test "a table or column that comes or goes is seen by the next question" {
  cd "$stage/home"
  jq -e '.edition == 1' before.json
  jq -e '.edition == 1' rows.json # rows alone are no other schema
  jq -e '.edition == 2 and any(.links[]; .table == "swarm")' table.json
  jq -e '.edition == 3 and any(.items[]; .text == "swarm.caught")' column.json
  jq -e '.edition == 4 and any(.tables[].columns[]; .comment == "the day it was caught")' comment.json
  jq -e '.edition == 5 and all(.items[]; .text != "swarm")' dropped.json
}
