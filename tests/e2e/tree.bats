#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer tree: a query as a tree, as actions, and back; and the check over a whole dataset.

setup() {
  cd "$BATS_TEST_TMPDIR"
  cat > tables.json <<'JSON'
[{"db_id":"shop","table_names":["customer","orders"],"table_names_original":["customer","orders"],
"column_names":[[-1,"*"],[0,"id"],[0,"name"],[0,"age"],[1,"id"],[1,"customer id"],[1,"total"]],
"column_names_original":[[-1,"*"],[0,"id"],[0,"name"],[0,"age"],[1,"id"],[1,"customer_id"],[1,"total"]],
"column_types":["text","number","text","number","number","number","number"],
"primary_keys":[1,4],"foreign_keys":[[5,1]]}]
JSON
}

tree() { run --separate-stderr "$ASTORMER" tree --tables tables.json --db shop "$@"; }

@test "the tree of a query, in the notation of the paper's case study" {
  tree "SELECT count(*) FROM customer"
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = "sql -> Node[ j=0, sql := SQL(from, select, condition, groupby, orderby) ]" ]
  [ "${lines[1]}" = "    from -> Node[ j=1, from := FromTableOne(tab_id, condition) ]" ]
  [ "${lines[2]}" = "        tab_id -> Leaf[ j=2, tab_id := customer ]" ]
  [ "${#lines[@]}" -eq 13 ]
}

@test "values take a step a token, and their leaf a range of steps" {
  tree "SELECT name FROM customer WHERE name = 'New York'"
  [[ "$output" == *"Leaf[ j="*"-"*", val_id := New York ]"* ]]
  tree --actions "SELECT name FROM customer WHERE name = 'New York'"
  [ "$(grep -c GenToken <<< "$output")" -eq 4 ]
  [[ "$output" == *"GenToken[ <eos> ]"* ]]
}

@test "orders differ, seeds repeat, the SQL stays" {
  sql="SELECT name, age FROM customer WHERE age > 3 AND name LIKE '%x%' ORDER BY age DESC, name LIMIT 2"
  tree --order dfs-random --seed 1 "$sql"; one=$output
  tree --order dfs-random --seed 1 "$sql"; [ "$output" = "$one" ]
  tree --order dfs-random --seed 2 "$sql"; [ "$output" != "$one" ]
  for order in dfs-l2r dfs-random bfs-l2r bfs-random; do
    tree --order "$order" --sql "$sql"
    [ "$status" -eq 0 ]
    [ "$output" = "SELECT name, age FROM customer WHERE age > 3 AND name LIKE '%x%' ORDER BY age DESC, name ASC LIMIT 2" ]
  done
  tree --order sideways "$sql"
  [ "$status" -eq 2 ] && [[ "$stderr" == *"unknown order 'sideways'"* ]]
}

@test "self-joins are told apart and printed with aliases, in each dialect" {
  sql="select b.name from customer a join customer b on a.age = b.age where a.name != b.name"
  tree --sql "$sql"
  [ "$output" = "SELECT T2.name FROM customer AS T1 JOIN customer AS T2 ON T1.age = T2.age WHERE T1.name != T2.name" ]
  tree --sql --dialect benchmark "$sql"
  [ "$output" = "select T2.name from customer as T1 join customer as T2 on T1.age = T2.age where T1.name != T2.name" ]
  tree --sql --dialect postgres "$sql"
  [[ "$output" == "SELECT T2.name FROM customer AS T1"* ]]
}

@test "--json is JSON and --dot is a graph" {
  tree --json --order bfs-random "SELECT max(total) - min(total) FROM orders"
  [ "$status" -eq 0 ]
  python3 -c 'import json,sys; d = json.load(sys.stdin); s = d["steps"]; assert s[0]["action"] == "ApplyRule" and d["sql"].startswith("SELECT max"), d; assert all(x["parent"] < x["j"] for x in s[1:])' <<< "$output"
  tree --dot "SELECT name FROM customer WHERE name = '\"\\'"
  [ "${lines[0]}" = "digraph tree {" ] && [ "${lines[-1]}" = "}" ]
}

@test "errors name the offset and the exit code says which kind" {
  tree "SELECT height FROM customer"
  [ "$status" -eq 1 ] && [ -z "$output" ]
  [[ "$stderr" == "astormer: offset 7: no column 'height'"* ]]
  run --separate-stderr "$ASTORMER" tree --tables none.json --db shop "SELECT 1"
  [ "$status" -eq 3 ]
  run --separate-stderr "$ASTORMER" tree --tables tables.json --db other "SELECT 1"
  [ "$status" -eq 3 ] && [[ "$stderr" == *"no database 'other'"* ]]
  run --separate-stderr "$ASTORMER" tree "SELECT 1"
  [ "$status" -eq 2 ]
}

@test "the schema of a database file" {
  python3 -c 'import sqlite3; c = sqlite3.connect("my.db"); c.execute("create table \"a b\" (\"x\"\"y\" integer, z text)"); c.commit()'
  run --separate-stderr "$ASTORMER" tree my.db "select z from \"a b\" where \"x\"\"y\" = 3" --sql
  [ "$status" -eq 0 ]
  [ "$output" = "SELECT z FROM \"a b\" WHERE \"x\"\"y\" = 3" ]
}

@test "--rules lists the grammar: the paper's 70 rules, then ours" {
  run "$ASTORMER" tree --rules
  [[ "${lines[0]}" == *"(70 of the paper)"*"(27 of the paper,"* ]]
  [[ "$output" == *"rule    3   sql := SQL(from, select, condition, groupby, orderby)"* ]]
  [[ "$output" == *"rule   70 + sql := UnionAll(sql, sql)"* ]]
}

@test "a grammar file replaces the built-in one, and a bad one is named with its line" {
  sed '/^%extension/,$d' "$ASTORMER_ROOT/grammars/sql.asdl" > base.asdl
  tree --grammar base.asdl --sql "SELECT name FROM customer"
  [ "$status" -eq 0 ]
  tree --grammar base.asdl "SELECT name FROM customer LIMIT 3"
  [ "$status" -eq 1 ] && [[ "$stderr" == *"the grammar has no rule 'LimitOnly'"* ]]
  printf 'root sql\nsql = Huh()\n' > bad.asdl
  tree --grammar bad.asdl "SELECT name FROM customer"
  [ "$status" -eq 1 ] && [[ "$stderr" == *"bad.asdl:2:"* ]]
}

@test "--check: all queries survive; a broken one is named and no failure of ours" {
  cat > good.jsonl <<'JSON'
{"db":"shop","question":"q","sql":"SELECT name FROM customer WHERE age > (SELECT avg(age) FROM customer)"}
{"db":"shop","question":"q","sql":"SELECT a.name FROM customer a JOIN customer b ON a.age = b.age"}
{"db":"shop","question":"q","sql":"SELECT name FROM customer WHERE WHERE age > 3"}
JSON
  run --separate-stderr "$ASTORMER" tree --check --relations --dataset jsonl --data good.jsonl --tables tables.json
  [ "$status" -eq 0 ]
  [[ "$output" == *"gold is broken: query 2 of shop: offset 32"* ]]
  [[ "$output" == *"3 queries, 2 same, 0 failed, 1 themselves broken"* ]]
}

@test "--check: a query SQLite can read and we cannot is a failure" {
  echo '{"db":"shop","question":"q","sql":"SELECT soundex(name) FROM customer"}' > odd.jsonl
  run --separate-stderr "$ASTORMER" tree --check --dataset jsonl --data odd.jsonl --tables tables.json
  [ "$status" -eq 1 ]
  [[ "$output" == *"cannot be read: query 0 of shop"*"function 'soundex' is not supported"* ]]
}
