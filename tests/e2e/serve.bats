#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The HTTP API: answers, limits, who may ask, overload, ending, and what is logged.
load server.bash

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  sqlite3 apiary.sqlite < "$ASTORMER_ROOT/tests/data/small/apiary.sql"
  train_small run 100 --set d=32 --set embedding=32 --set rat_layers=1
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  cp "$BATS_FILE_TMPDIR/apiary.sqlite" .
  ln -s "$BATS_FILE_TMPDIR/run" run
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
}

teardown() {
  stop_server
}

@test "answers a question, with rows, and follows up" {
  start_server
  [ "$(post /v1/ask '{"question": "How many hives are there?", "max_rows": 3}')" = 200 ]
  jq -e '.question == "How many hives are there?" and (.queries | length >= 1) and (.queries[0].steps | length > 5)
         and (.links[0].table == "hive") and (.items | length > 6)' body
  jq -e 'if .declined then .result == null else (.result.rows | length <= 3) end' body
  conversation=$(jq -r .conversation body)
  [ "$(post /v1/ask "{\"question\": \"And how many are red?\", \"conversation\": \"$conversation\"}")" = 200 ]
  jq -e '.history == ["How many hives are there?"]' body
  jq -e '.follows == true' body
  [ "$(post /v1/ask '{"question": "And red?", "history": ["How many hives are there?"], "follow": "no"}')" = 200 ]
  jq -e '.follows == false' body
  [ "$(post /v1/ask '{"question": "And red?", "follow": "perhaps"}')" = 400 ]
  [ "$(post /v1/ask '{"question": "And red?", "history": ["How many hives are there?"], "run": false}')" = 200 ]
  jq -e '.history == ["How many hives are there?"] and .result == null' body
}

@test "whoever has to choose sees what the readings give" {
  start_server
  for question in "Which hives are red?" "purple hives or what?"; do
    post /v1/ask "{\"question\": \"$question\"}"
    jq -e 'if .unsure or .declined then .queries | map(select(.runs)) | all(.preview.rows | length <= 3) else true end' body
    jq -r '[.unsure, .declined != null] | any' body
  done | grep -q '^true$'
}

@test "a table or column that comes or goes is seen by the next question" {
  start_server --workers 1
  edition_of() { post /v1/ask '{"question": "How many hives are there?"}' > /dev/null; jq -r .edition body; }
  tables() { status "$url/v1/schema" > /dev/null; jq -r '[.tables[].name] | sort | join(" ")' body; }
  [ "$(edition_of)" = 1 ]
  sqlite3 apiary.sqlite "UPDATE beekeeper SET name = 'Nora' WHERE beekeeper_id = 1" # rows alone are no other schema
  [ "$(edition_of)" = 1 ]
  sqlite3 apiary.sqlite "CREATE TABLE swarm (swarm_id INTEGER PRIMARY KEY, caught TEXT)"
  [ "$(post /v1/ask '{"question": "How many swarms are there?"}')" = 200 ]
  jq -e '.edition == 2 and any(.links[]; .table == "swarm") and any(.items[]; .text == "swarm.caught")' body
  sqlite3 apiary.sqlite "ALTER TABLE swarm ADD COLUMN village TEXT"
  [ "$(edition_of)" = 3 ]
  sqlite3 apiary.sqlite "DROP TABLE swarm"
  [[ "$(tables)" != *swarm* ]] # and by whoever looks at the schema
  [ "$(edition_of)" = 4 ]
  # a file that takes the place of another is read as well, with the same tables or not
  sqlite3 other.sqlite "CREATE TABLE ferry (ferry_id INTEGER PRIMARY KEY, name TEXT)"
  mv other.sqlite apiary.sqlite
  [ "$(tables)" = ferry ]
  cp "$BATS_FILE_TMPDIR/apiary.sqlite" again.sqlite
  sqlite3 again.sqlite "DELETE FROM harvest; DELETE FROM hive"
  mv again.sqlite apiary.sqlite
  [ "$(post /v1/ask '{"question": "How many hives are there?"}')" = 200 ]
  [[ "$(tables)" == *hive* ]]
  jq -e '.tables[] | select(.name == "hive") | .rows == 0' body
}

@test "what is stored while the server runs is a value a question can mean" {
  start_server --workers 1
  knows() { post /v1/ask '{"question": "Which beekeepers are called Zdislava?"}' > /dev/null; jq -e 'any(.links[]; .cell == "Zdislava of Brno")' body; }
  run ! knows
  sqlite3 apiary.sqlite "UPDATE beekeeper SET name = 'Zdislava of Brno' WHERE beekeeper_id = 1"
  for i in $(seq 100); do knows && break; sleep 0.2; done # not before it has rested from the first reading
  knows
  jq -e '.edition == 1' body
}

@test "sessions side by side take a new schema one after the other" {
  start_server --workers 2
  sqlite3 apiary.sqlite "CREATE TABLE swarm (swarm_id INTEGER PRIMARY KEY)"
  for i in 1 2 3 4 5 6; do
    curl -s -m 60 -H 'Content-Type: application/json' -d '{"question": "How many swarms are there?"}' "$url/v1/ask" | jq -r .edition > "edition$i" &
    jobs+=($!)
  done
  wait "${jobs[@]}"
  grep -qE '^[12]$' edition1 edition6
  [ "$(post /v1/ask '{"question": "How many swarms are there?"}')" = 200 ]
  [ "$(jq -r .edition body)" = 2 ]
}

@test "the same question gives the same answer, many at a time" {
  start_server
  for i in 1 2 3 4 5 6 7 8; do
    curl -s -m 60 -H 'Content-Type: application/json' -d '{"question": "What different colours do the hives have?"}' "$url/v1/ask" | jq -c '[.sql, .queries[].log_probability]' > "answer$i" &
    jobs+=($!)
  done
  wait "${jobs[@]}"
  for i in 2 3 4 5 6 7 8; do cmp answer1 "answer$i"; done
  [ -s answer1 ]
}

@test "explains: every row of attention is a distribution" {
  start_server
  [ "$(status "$url/v1/explain?question=How+many+hives+are+there%3F")" = 200 ]
  jq -e '.explained as $e | (.queries[0].steps | length) as $n | (.items | length) as $m
         | ($e.layers | length == 2) and ($e.nearness | length == $n)
         and all($e.layers[]; (.self | length == $n) and all(.self[]; (add - 1 | fabs) < 0.01)
                              and all(.cross[]; length == $m and ((add - 1 | fabs) < 0.01)))' body
  [ "$(status "$url/v1/explain?question=How+many+hives+are+there%3F&query=1")" = 200 ]
  jq -e '.explained.query == 1' body
  [ "$(status "$url/v1/explain?question=a&query=15")" = 400 ]
  [ "$(status "$url/v1/explain?query=0")" = 400 ]
  [ "$(status "$url/v1/explain?question=a%00b")" = 400 ]
  [ "$(status "$url/v1/explain?question=a&nothing=1")" = 400 ]
}

@test "runs SQL of others only when allowed, its own readings always, and only reads" {
  start_server
  [ "$(post /v1/run '{"sql": "SELECT 1"}')" = 403 ]
  [ "$(post /v1/ask '{"question": "Which hives are red?"}')" = 200 ]
  sql=$(jq -r '.queries[1].sql' body)
  [ "$(post /v1/run "$(jq -n --arg sql "$sql" '{sql: $sql, question: "Which hives are red?"}')")" = 200 ]
  jq -e '.rows | type == "array"' body
  # as laid out by a page, too; but no other question's, and nothing else
  [ "$(post /v1/run "$(jq -n --arg sql "${sql/ FROM/$'\n'FROM}" '{sql: $sql, question: "Which hives are red?"}')")" = 200 ]
  [ "$(post /v1/run "$(jq -n --arg sql "$sql" '{sql: $sql, question: "List the names of all beekeepers."}')")" = 403 ]
  [ "$(post /v1/run '{"sql": "SELECT name FROM beekeeper -- x", "question": "Which hives are red?"}')" = 403 ]
  [ "$(post /v1/run '{"sql": "SELECT 1", "follow": "yes"}')" = 400 ]
  stop_server
  before=$(sha256sum apiary.sqlite)
  start_server --allow-sql
  [ "$(post /v1/run '{"sql": "SELECT colour, count(*) AS n FROM hive GROUP BY colour ORDER BY colour"}')" = 200 ]
  jq -e '.columns == ["colour", "n"] and .rows[0] == ["blue", 3] and .total == (.rows | length)' body
  [ "$(post /v1/run '{"sql": "SELECT hive_id FROM hive", "max_rows": 2}')" = 200 ]
  jq -e '(.rows | length) == 2 and .total == 16' body
  # numbers as they are; what JSON has not is null, and said
  [ "$(post /v1/run '{"sql": "SELECT 9007199254740993, 0.1 + 0.2, 1.0, 1e300 * 1e300 AS much, NULL"}')" = 200 ]
  grep -qF '"rows":[[9007199254740993,0.30000000000000004,1.0,null,null]]' body
  jq -e '.notes == ["1 of the nulls of much: NaN or an infinity in the database"]' body
  for sql in 'DELETE FROM hive' 'DROP TABLE hive' 'PRAGMA user_version = 3' "ATTACH 'x.db' AS x" 'SELECT FROM' 'SELECT 1; SELECT 2' \
    "WITH a AS (SELECT 1) DELETE FROM hive"; do
    code=$(post /v1/run "{\"sql\": \"$sql\"}")
    [ "$code" = 400 ] || { echo "$sql: $code $(cat body)"; false; }
  done
  [ "$before" = "$(sha256sum apiary.sqlite)" ]
}

@test "corrections are taken when allowed, and answer from then on" {
  start_server
  [ "$(post /v1/correct '{"question": "which?", "sql": "SELECT 1", "verdict": "right"}')" = 403 ]
  stop_server
  start_server --allow-corrections --corrections kept.jsonl
  [ "$(post /v1/correct '{"question": "the blue ones?", "sql": "SELECT hive_id FROM hive WHERE colour = '"'blue'"'", "verdict": "right"}')" = 200 ]
  [ "$(post /v1/ask '{"question": "the blue ones?"}')" = 200 ]
  jq -e '.corrected and (.sql | contains("blue")) and (.result.rows | length) == 3' body
  [ "$(status "$url/v1/explain?question=the+blue+ones%3F")" = 200 ]
  jq -e '.explained == null' body
  [ "$(post /v1/correct '{"question": "x", "sql": "DELETE FROM hive", "verdict": "right"}')" = 400 ]
  [ "$(post /v1/correct '{"question": "x", "sql": "SELECT 1", "verdict": "maybe"}')" = 400 ]
}

@test "a query without end is stopped" {
  start_server --allow-sql --timeout 700
  code=$(post /v1/run '{"sql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"}')
  [ "$code" = 504 ]
  [ "$(post /v1/run '{"sql": "SELECT 1"}')" = 200 ]
}

@test "broken, wrong and oversized requests get the right status" {
  start_server --allow-sql
  [ "$(post /v1/ask '{"question": ')" = 400 ]
  grep -q 'line 1' body
  [ "$(post /v1/ask '{"question": 7}')" = 400 ]
  grep -q "field 'question' must be a string" body
  [ "$(post /v1/ask '{"question": "a", "beam": 99}')" = 400 ]
  [ "$(post /v1/ask '{"question": "a", "nope": 1}')" = 400 ]
  [ "$(post /v1/ask '[]')" = 400 ]
  [ "$(post /v1/ask '')" = 400 ]
  [ "$(post /v1/ask $'{"question": "\xff\xfe"}')" = 400 ]
  [ "$(status -d '{"question": "a"}' "$url/v1/ask")" = 415 ]
  [ "$(status "$url/v1/ask")" = 405 ]
  grep -qi '^allow: POST' head
  [ "$(status -X OPTIONS "$url/v1/ask")" = 405 ]
  [ "$(status -X DELETE "$url/")" = 405 ]
  [ "$(status "$url/nothing")" = 404 ]
  head -c 20000 /dev/zero | tr '\0' x > long
  [ "$(post /v1/ask "{\"question\": \"$(cat long)\"}")" = 413 ]
  head -c 1000000 /dev/zero | tr '\0' x > longer
  [ "$(status -H 'Content-Type: application/json' --data-binary @longer "$url/v1/ask")" = 413 ]
  [ "$(status -H 'Content-Type: application/json' -H 'Transfer-Encoding: chunked' -H 'Expect:' --data-binary @longer "$url/v1/ask")" = 413 ]
  head -c 200000 /dev/zero | tr '\0' h > huge
  printf 'X-Huge: ' | cat - huge > header
  code=$(status -H @header "$url/healthz") || true
  [ "$code" = 431 ] || [ "$code" = 413 ] || [ "$code" = 400 ] || [ "$code" = 000 ]
  [ "$(status "$url/healthz")" = 200 ]
}

@test "paths lead nowhere but to what is there" {
  start_server
  for path in /../etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc/passwd //etc/passwd /app.js/../../x '/%00' /v1/../../etc/passwd; do
    code=$(status --path-as-is "$url$path")
    [ "$code" = 404 ] || { [ "$path" = '/%00' ] && [ "$code" = 200 ]; } || { echo "$path: $code"; false; }
    run ! grep -q root: body
  done
}

@test "other names and other sites are refused" {
  start_server
  [ "$(status -H 'Host: evil.example' "$url/v1/schema")" = 421 ]
  [ "$(status -H 'Host: localhost:1' "$url/v1/schema")" = 200 ]
  [ "$(post /v1/ask '{"question": "a"}' -H 'Origin: http://evil.example')" = 403 ]
  [ "$(post /v1/ask '{"question": "How many hives are there?"}' -H "Origin: $url")" = 200 ]
  run ! grep -qi access-control head
  stop_server
  start_server --host-name db.example
  [ "$(status -H 'Host: db.example' "$url/v1/schema")" = 200 ]
}

@test "a token is wanted where it was set" {
  start_server --token open-sesame
  [ "$(status "$url/v1/schema")" = 401 ]
  grep -qi '^www-authenticate: bearer' head
  [ "$(status -H 'Authorization: Bearer open-sesamf' "$url/v1/schema")" = 401 ]
  [ "$(status -H 'Authorization: Bearer open' "$url/v1/schema")" = 401 ]
  [ "$(status -H 'Authorization: Basic open-sesame' "$url/metrics")" = 401 ]
  [ "$(post /v1/ask '{"question": "a"}')" = 401 ]
  [ "$(status -H 'Authorization: Bearer open-sesame' "$url/v1/schema")" = 200 ]
  [ "$(status "$url/")" = 200 ]
  [ "$(status "$url/healthz")" = 200 ]
  run ! grep -q open-sesame log.jsonl
}

@test "an open address needs a token, and a taken port is named" {
  run --separate-stderr "$ASTORMER" serve apiary.sqlite --model run/best.safetensors --address 0.0.0.0
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"set a token"* ]]
  run --separate-stderr "$ASTORMER" serve apiary.sqlite --model run/best.safetensors --token short
  [ "$status" -eq 2 ]
  run --separate-stderr "$ASTORMER" serve apiary.sqlite --model run/best.safetensors --port 99999
  [ "$status" -eq 2 ]
  start_server
  run --separate-stderr "$ASTORMER" serve apiary.sqlite --model run/best.safetensors --port "${url##*:}"
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"--port"* ]]
}

@test "the page comes whole, with its headers, from the binary alone" {
  start_server
  [ "$(status "$url/")" = 200 ]
  grep -qi "^content-security-policy: default-src 'none'; script-src 'self'" head
  grep -qi '^x-content-type-options: nosniff' head
  run ! grep -E 'https?://' body
  for path in $(grep -oE '(src|href)="[a-z.]+"' body | cut -d'"' -f2); do
    [ "$(status "$url/$path")" = 200 ]
  done
  etag=$(grep -i '^etag:' head | cut -d' ' -f2 | tr -d '\r')
  [ "$(status -H "If-None-Match: $etag" "$url/app.js")" = 304 ]
}

@test "the API is what its document says, and the counters are Prometheus's" {
  start_server --allow-sql --allow-corrections --corrections kept.jsonl --allow-upload --max-upload 100000
  /usr/bin/python3 "$ASTORMER_ROOT/tests/e2e/api_check.py" document "$url"
}

@test "too many at once get 503 and a time to come back" {
  start_server --allow-sql --workers 1 --queue 2 --timeout 1500
  /usr/bin/python3 "$ASTORMER_ROOT/tests/e2e/api_check.py" overload "$url"
  [ "$(status "$url/healthz")" = 200 ]
}

@test "who hangs up leaves no work behind" {
  start_server --allow-sql --workers 1 --timeout 1500
  /usr/bin/python3 "$ASTORMER_ROOT/tests/e2e/api_check.py" abandoned "$url"
  sleep 0.2
  [ "$(jq -s 'map(select(.status == 499)) | length' log.jsonl)" -eq 9 ]
}

@test "slow senders are sent away while others are served" {
  start_server --receive 1000 --connections 40
  /usr/bin/python3 "$ASTORMER_ROOT/tests/e2e/api_check.py" slow "$url"
}

@test "what is in flight ends before the server does" {
  start_server --allow-sql --timeout 50000 --grace 50
  curl -s -m 60 -H 'Content-Type: application/json' -d '{"sql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1500000) SELECT count(*) FROM n"}' "$url/v1/run" > flight &
  client=$!
  until curl -s "$url/metrics" | grep -q '^astormer_workers_busy 1'; do kill -0 $client; done
  kill -TERM $server
  wait $client
  code=0
  wait $server || code=$?
  server=
  [ "$code" -eq 0 ]
  jq -e '.rows == [[1500000]]' flight
  run curl -s -m 2 "$url/healthz"
  [ "$status" -ne 0 ]
}

# bomb [KEYS]: a statement of one call that cannot be interrupted and takes minutes
bomb() {
  echo "{\"sql\": \"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${1:-60000}), k AS (SELECT json_group_object('k' || i, 1) AS j FROM n) SELECT length(json_patch(a.j, b.j)) FROM k a, k b\"}"
}

@test "a call that cannot be interrupted holds nobody up" {
  start_server --allow-sql --workers 2 --timeout 1000
  for i in 1 2 3 4; do
    curl -s -m 60 -o /dev/null -w '%{http_code}\n' -H 'Content-Type: application/json' -d "$(bomb)" "$url/v1/run" >> codes &
    clients+=($!)
  done
  for i in 1 2 3 4 5; do # healthy throughout
    [ "$(status "$url/healthz")" = 200 ]
    sleep 0.2
  done
  wait "${clients[@]}"
  [ "$(sort -u codes | tr '\n' ' ' | sed 's/503 //')" = "504 " ]
  [ "$(post /v1/run '{"sql": "SELECT 1"}')" = 200 ]
}

@test "a request's time includes its waiting" {
  start_server --allow-sql --workers 1 --timeout 20000
  curl -s -m 60 -o /dev/null -H 'Content-Type: application/json' -d "$(bomb)" "$url/v1/run" &
  client=$!
  until curl -s "$url/metrics" | grep -q '^astormer_workers_busy 1'; do kill -0 $client; done
  # waits for the worker longer than it may: 503 when it is taken up, and the work is not begun
  code=$(post /v1/run '{"sql": "SELECT 1", "timeout_ms": 300}')
  [ "$code" = 503 ]
  wait $client
}

@test "a database that is gone is noticed" {
  start_server
  [ "$(status "$url/healthz")" = 200 ]
  jq -e '.status == "ok" and .database == "ok" and .stuck_workers == 0' body
  mv apiary.sqlite away.sqlite
  for i in $(seq 100); do
    # at first each question finds out by itself, then all are refused at once
    [ "$(status "$url/healthz")" = 503 ] && [ "$(post /v1/ask '{"question": "How many hives are there?"}')" = 503 ] &&
      jq -e '.error.message == "the database does not answer"' body && break
    sleep 0.1
  done
  status "$url/healthz"
  jq -e '.status == "failing" and .database == "down"' body
  [ "$(post /v1/ask '{"question": "How many hives are there?"}')" = 503 ]
  grep -qi '^retry-after:' head
  jq -e '.error.message == "the database does not answer"' body
  status "$url/metrics"
  grep -q '^astormer_database_down_total [1-9]' body
  mv away.sqlite apiary.sqlite
  for i in $(seq 100); do
    [ "$(status "$url/healthz")" = 200 ] && break
    sleep 0.1
  done
  [ "$(status "$url/healthz")" = 200 ]
}

@test "who guesses tokens waits longer and longer" {
  ASTORMER_TOKEN=swordfish-17 start_server
  for i in 1 2 3 4 5 6; do
    [ "$(status -H 'Authorization: Bearer wrong' "$url/v1/schema")" = 401 ]
  done
  [ "$(status -H 'Authorization: Bearer wrong' "$url/v1/schema")" = 429 ]
  grep -qi '^retry-after: [0-9]' head
  [ "$(status -H 'Authorization: Bearer swordfish-17' "$url/v1/schema")" = 429 ] # not even looked at
  sleep 2.2
  [ "$(status -H 'Authorization: Bearer swordfish-17' "$url/v1/schema")" = 200 ]
}

@test "one address cannot take all places" {
  start_server --allow-sql --workers 1 --timeout 8000 --per-client 2
  for i in 1 2; do
    curl -s -m 60 -o /dev/null -H 'Content-Type: application/json' -d "$(bomb)" "$url/v1/run" &
    clients+=($!)
  done
  until curl -s "$url/metrics" | grep -q '^astormer_queue_waiting 1'; do kill -0 "${clients[1]}"; done
  [ "$(post /v1/run '{"sql": "SELECT 1"}')" = 429 ]
  wait "${clients[@]}"
  [ "$(post /v1/run '{"sql": "SELECT 1"}')" = 200 ]
}

@test "a word without end is refused" {
  start_server
  [ "$(post /v1/ask "{\"question\": \"how many $(head -c 600 /dev/zero | tr '\0' x) are there\"}")" = 413 ]
}

@test "the end comes after the grace, whatever is under way" {
  start_server --allow-sql --timeout 100000 --grace 1
  curl -s -m 60 -o /dev/null -H 'Content-Type: application/json' -d "$(bomb)" "$url/v1/run" &
  client=$!
  until curl -s "$url/metrics" | grep -q '^astormer_workers_busy 1'; do kill -0 $client; done
  kill -TERM $server
  for i in $(seq 100); do
    kill -0 $server 2> /dev/null || break
    sleep 0.1
  done
  run kill -0 $server
  [ "$status" -ne 0 ]
  wait $client || true
}

@test "a conversation outlives the server that is killed" {
  start_server
  [ "$(post /v1/ask '{"question": "How many hives are blue?"}')" = 200 ]
  conversation=$(jq -r .conversation body)
  kill -9 $server
  wait $server 2> /dev/null || true
  start_server
  [ "$(post /v1/ask "{\"question\": \"And how many are red?\", \"conversation\": \"$conversation\"}")" = 200 ]
  jq -e '.history == ["How many hives are blue?"]' body
}

@test "the log says who asked what, and what went out" {
  start_server --allow-sql
  post /v1/ask '{"question": "How many hives are there?"}'
  post /v1/run '{"sql": "SELECT name FROM beekeeper"}'
  post /v1/ask '{"question": 1}'
  sleep 0.2
  jq -e -s '.[0].question == "How many hives are there?" and .[0].path == "/v1/ask" and .[0].ms > 0 and (.[0].sql | length > 5) and .[0].client == "127.0.0.1"' log.jsonl
  jq -e -s '.[1].sql == "SELECT name FROM beekeeper" and .[1].rows == $n and .[1].status == 200' --argjson n "$(sqlite3 apiary.sqlite 'SELECT count(*) FROM beekeeper')" log.jsonl
  jq -e -s '.[2].status == 400 and (.[2].error | contains("question"))' log.jsonl
  mv log.jsonl old.jsonl
  kill -HUP $server
  sleep 0.3
  status "$url/healthz"
  sleep 0.2
  [ "$(wc -l < old.jsonl)" -eq 3 ]
  jq -e '.path == "/healthz"' log.jsonl
}

@test "several databases in one server: each by its name" {
  sqlite3 second.sqlite "CREATE TABLE boat (boat_id INTEGER PRIMARY KEY, name TEXT); INSERT INTO boat VALUES (1, 'Ada'), (2, 'Bob')"
  printf 'city,people\nBonn,330000\nUlm,126000\n' > towns.csv
  printf 'city,river\nBonn,Rhine\nUlm,Danube\n' > rivers.csv
  start_server second.sqlite towns.csv rivers.csv --allow-sql
  status "$url/v1/schema"
  jq -e '.server.databases | length == 3 and contains(["apiary", "second", "towns"])' body
  [ "$(post /v1/run '{"sql": "SELECT name FROM boat", "database": "second"}')" = 200 ]
  [ "$(post /v1/run '{"sql": "SELECT river FROM towns JOIN rivers USING (city) WHERE people > 200000", "database": "towns"}')" = 200 ]
  jq -e '.rows == [["Rhine"]]' body
  [ "$(post /v1/ask '{"question": "How many boats are there?", "database": "second"}')" = 200 ]
  jq -e '[.queries[].sql] | all(test("boat"))' body
  [ "$(post /v1/run '{"sql": "SELECT name FROM boat", "database": "apiary"}')" = 400 ]
  [ "$(post /v1/ask '{"question": "How many boats are there?", "database": "third"}')" = 404 ]
  [ "$(status "$url/v1/schema?database=second")" = 200 ]
  jq -e '.tables[0].name == "boat" and .tables[0].rows == 2 and .tables[0].columns[1].samples == ["Ada", "Bob"]' body
}

@test "files are taken only when allowed, and go with the server" {
  start_server
  [ "$(status -H 'Content-Type: application/octet-stream' --data-binary $'a,b\n1,2' "$url/v1/upload?name=x.csv")" = 403 ]
  stop_server
  ls /dev/shm > before
  start_server --allow-upload
  [ "$(status -H 'Content-Type: application/octet-stream' --data-binary $'a,b\n1,2' "$url/v1/upload?name=x.csv")" = 200 ]
  jq -e '.id == "x" and .tables == 1' body
  [ "$(status -H 'Content-Type: application/octet-stream' --data-binary $'a,b\n1,2' "$url/v1/upload?name=x.csv")" = 200 ]
  jq -e '.id == "x_2"' body
  [ "$(status -H 'Content-Type: application/octet-stream' --data-binary 'PAR1' "$url/v1/upload?name=x.parquet")" = 422 ]
  [ "$(status -H 'Content-Type: application/octet-stream' --data-binary 'no database' "$url/v1/upload?name=x.sqlite")" = 400 ]
  [ "$(status -H 'Content-Type: application/octet-stream' --data-binary @apiary.sqlite "$url/v1/upload?name=bees.sqlite")" = 200 ]
  [ "$(post /v1/ask '{"question": "How many hives are there?", "database": "bees"}')" = 200 ]
  stop_server
  run comm -13 <(sort before) <(ls /dev/shm | sort)
  [[ "$output" != *astormer* ]]
}
