#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Explanations as text, page and picture, and the Model Context Protocol.
load server.bash

setup_file() {
  cd "$BATS_FILE_TMPDIR"
  sqlite3 apiary.sqlite < "$ASTORMER_ROOT/tests/data/small/apiary.sql"
  train_small run 100 --set d=32 --set embedding=32 --set rat_layers=1
}

setup() {
  cd "$BATS_FILE_TMPDIR"
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache ASTORMER_MODEL=run/best.safetensors
}

# explain ARGUMENTS: 0, or 1 when the small model would rather not vouch for it
explain() {
  "$ASTORMER" explain apiary.sqlite "How many hives are there?" "$@" || [ $? -eq 1 ]
}

@test "text: the tree of the paper's case study, j for each node, every step once" {
  explain > text
  head -n 1 text | grep -q '^SELECT '
  grep -q '^sql -> Node\[ j=0, sql := ' text
  grep -Eq '^    from -> Node\[ j=1, from := FromTable[A-Za-z]+\(tab_id' text
  # steps are 0, 1, 2, ... without a gap
  steps=$(grep -oE 'j=[0-9]+(-[0-9]+)?' text | sed 's/j=//' | awk -F- '{for (i = $1; i <= ($2 == "" ? $1 : $2); i++) print i}' | sort -n | tr '\n' ' ')
  [ "$steps" = "$(seq 0 $(($(wc -w <<< "$steps") - 1)) | tr '\n' ' ')" ]
}

@test "a page in one file, with nothing to fetch" {
  explain --html why.html
  run ! grep -E '(src|href)="[^#]' why.html
  run ! grep -E "import .* from|https://" why.html
  grep -q "default-src 'none'" why.html
  sed -n 's/.*id="explanation">\(.*\)<\/script>.*/\1/p' why.html | jq -e '.explained.layers | length == 2'
  sed -n 's/.*id="explanation">\(.*\)<\/script>.*/\1/p' why.html | jq -e '.schema.id == "apiary" and (.result.rows | length > 0)'
}

@test "a picture that is XML" {
  explain --svg why.svg --text > text
  /usr/bin/python3 - why.svg <<'PY'
import sys, xml.dom.minidom
d = xml.dom.minidom.parse(sys.argv[1])
assert len([r for r in d.getElementsByTagName('rect') if r.getAttribute('class') in ('node', 'leaf')]) > 8
assert len([r for r in d.getElementsByTagName('rect') if r.getAttribute('class') == 'heat']) > 50
PY
  [ "$(grep -c 'class="node"\|class="leaf"' why.svg)" -eq "$(grep -c ' -> ' text)" ]
}

@test "hostile names stay text" {
  sqlite3 evil.sqlite "CREATE TABLE \"</script><img src=x onerror=alert(1)>\" (id INTEGER PRIMARY KEY, \"<b>&amp;\" TEXT); INSERT INTO \"</script><img src=x onerror=alert(1)>\" VALUES (1, '</script><script>alert(2)</script>')"
  "$ASTORMER" explain evil.sqlite "how many </script><script>alert(3)</script> are there?" --html evil.html --svg evil.svg || [ $? -eq 1 ]
  [ "$(grep -c '</script>' evil.html)" -eq 2 ]
  run ! grep -E '<img|<script>alert' evil.html evil.svg
  /usr/bin/python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('evil.svg')"
}

@test "what is wrong is said" {
  run --separate-stderr "$ASTORMER" explain apiary.sqlite
  [ "$status" -eq 2 ]
  run --separate-stderr "$ASTORMER" explain nowhere.sqlite "a"
  [ "$status" -eq 3 ]
  run --separate-stderr "$ASTORMER" explain apiary.sqlite "How many hives are there?" --query 40
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"there is no query 40"* ]]
  run --separate-stderr "$ASTORMER" explain apiary.sqlite "How many hives are there?" --html /nonexistent/x.html
  [ "$status" -eq 3 ]
}

@test "MCP: a conversation of an assistant" {
  "$ASTORMER" mcp apiary.sqlite --allow-sql > out <<'EOF'
{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask","arguments":{"question":"How many hives are there?"}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"schema"}}
{"jsonrpc":"2.0","id":"four","method":"tools/call","params":{"name":"run_sql","arguments":{"sql":"SELECT count(*) FROM hive"}}}
{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"run_sql","arguments":{"sql":"DELETE FROM hive"}}}
{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"ask","arguments":{"question":7}}}
not json
[{"jsonrpc":"2.0","id":8,"method":"ping"},{"jsonrpc":"2.0","id":9,"method":"nope"}]
EOF
  [ "$(wc -l < out)" -eq 9 ]
  jq -e -s '.[0].result.serverInfo.name == "astormer" and .[0].result.protocolVersion == "2025-06-18"' out
  jq -e -s '[.[1].result.tools[].name] == ["ask", "schema", "run_sql"]' out
  jq -e -s '.[2].id == 2 and .[2].result.isError == false and .[2].result.structuredContent.question == "How many hives are there?"
            and (.[2].result.content[0].text | fromjson | .queries | length >= 1)' out
  jq -e -s '.[3].result.structuredContent.id == "apiary"' out
  jq -e -s '.[4].id == "four" and .[4].result.structuredContent.rows == [[16]]' out
  jq -e -s '.[5].result.isError == true' out
  jq -e -s '.[6].error.code == -32602 and .[7].error.code == -32700 and .[7].id == null' out
  jq -e -s '.[8] | map(.id) == [8, 9]' out
  [ "$(sqlite3 apiary.sqlite 'SELECT count(*) FROM hive')" -eq 16 ]
}

@test "MCP: SQL is not offered unless allowed, and long lines are refused" {
  { echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    printf '{"jsonrpc":"2.0","id":2,"method":"ping","x":"'; head -c 1200000 /dev/zero | tr '\0' x; echo '"}'
    echo '{"jsonrpc":"2.0","id":3,"method":"ping"}'
  } | "$ASTORMER" mcp apiary.sqlite > out
  jq -e -s '[.[0].result.tools[].name] == ["ask", "schema"] and .[1].error.code == -32600 and .[2].id == 3' out
}

# bomb ID TOKEN: one call that runs for minutes
bomb() {
  echo "{\"jsonrpc\":\"2.0\",\"id\":$1,\"method\":\"tools/call\",\"params\":{\"_meta\":{\"progressToken\":\"$2\"},\"name\":\"run_sql\",\"arguments\":{\"sql\":\"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000), k AS (SELECT json_group_object('k' || i, 1) AS j FROM n) SELECT length(json_patch(a.j, b.j)) FROM k a, k b\"}}}"
}

@test "mcp: what takes long tells so, and can be cancelled" {
  {
    bomb 7 seven
    sleep 2.5
    echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"enough"}}'
    echo '{"jsonrpc":"2.0","id":8,"method":"ping"}'
  } | timeout 60 "$ASTORMER" mcp apiary.sqlite --allow-sql --timeout 50000 > out
  jq -es 'map(select(.id == 8 and .result == {})) | length == 1' out
  jq -es 'map(select(.id == 7)) | length == 0' out # as the protocol wants it
  jq -es 'map(select(.method == "notifications/progress" and .params.progressToken == "seven" and .params.progress > 0)) | length >= 1' out
}

@test "mcp: a request that waits can be cancelled as well" {
  {
    bomb 1 one
    bomb 2 two
    echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}'
    sleep 0.5
    echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
    for i in $(seq 100 180); do echo "{\"jsonrpc\":\"2.0\",\"id\":$i,\"method\":\"ping\"}"; done
  } | timeout 60 "$ASTORMER" mcp apiary.sqlite --allow-sql --timeout 50000 > out
  jq -es 'map(select(.id == 1 or .id == 2)) | length == 0' out
  jq -es 'map(select(.id >= 100)) | length == 81' out
}

@test "mcp: every request is answered, whatever its bytes" {
  {
    # the message quotes 60 bytes of the name, and the 60th is inside a character
    printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x%s"}}\n' "$(printf 'ä%.0s' $(seq 100))"
    printf '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask","arguments":{"question":"how many","x%s":1}}}\n' "$(printf '蜂%.0s' $(seq 300))"
    printf '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"run_sql","arguments":{"sql":"SELECT %s FROM hive"}}}\n' "$(printf '蜂%.0s' $(seq 400))"
    printf '\xff\xfe{"id":4}\n{"id":5}\n[]\n'
    printf '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"run_sql","arguments":{"sql":"SELECT 1\\u0000"}}}\n'
  } | timeout 60 "$ASTORMER" mcp apiary.sqlite --allow-sql > out
  jq -es 'map(.id) | contains([1, 2, 3])' out
  [ "$(wc -l < out)" -eq 7 ]
}

@test "a password is in no message" {
  for where in 'host=localhost dbname=x password=sesame' "host=h password='ses ame' user=x" \
               'postgresql://me:sesame@127.0.0.1:1/x' 'postgresql://127.0.0.1:1/x?password=sesame'; do
    run "$ASTORMER" mcp "$where"
    [ "$status" -ne 0 ]
    [[ "$output" != *ses* ]]
  done
}

@test "MCP says which languages the model knows" {
  run bash -c "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}' | '$ASTORMER' mcp apiary.sqlite --model run/best.safetensors"
  jq -e '.result.instructions | test("Questions may be in: English")' <<<"$output"
}
