#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer eval: what it says of mistakes, by clause and by database, against an earlier report, and
# as a page.  The model is half trained on purpose: it must be right and wrong in places.

setup_file() {
  export small=$ASTORMER_ROOT/tests/data/small
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
  cd "$BATS_FILE_TMPDIR"
  train run 150
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  model=$BATS_FILE_TMPDIR/run/best.safetensors
}

# train OUT STEPS [MORE OPTIONS]
train() {
  local out=$1 steps=$2
  shift 2
  "$ASTORMER" train --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" \
    --vocab "$small/vocab.txt" --out "$out" --quiet --set encoder=static --set embedding=32 \
    --set d=32 --set heads=2 --set rat_layers=1 --set decoder_layers=1 --set batch=16 \
    --set micro_batches=2 --set schedule=constant --set warmup=5 --set lr=3e-3 --set holdout=0 \
    --set ema=0 --set dropout=0 --set freeze_words=false --set relation_distance=4 \
    --set "steps=$steps" "$@"
}

evaluate() {
  "$ASTORMER" eval --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" \
    --model "$model" --beam 2 "$@"
}

@test "sums by database and by clause agree with the verdicts" {
  evaluate --out e --limit 80 >table
  grep -q '^databases, the hardest first' table
  grep -q '^clauses that differ' table
  [ "$(wc -l <e/pred.sql)" -eq 80 ]
  jq -e '(.examples | length) == 80 and .examples[0].question == "How many telescopes are there?"' e/report.json
  # right and wrong both occur, or the rest of this file tests nothing
  jq -e '[.examples[] | select(.exact == "1")] | length > 3' e/report.json
  jq -e '[.examples[] | select(.exact == "0")] | length > 3' e/report.json
  jq -e '.breakdown.databases as $d | [.examples[] | select(.db_id == "apiary" and .exact == "1")] | length == $d.apiary.exact.right' e/report.json
  jq -e '([.breakdown.databases[].count] | add) == .summary.levels.all.count' e/report.json
  jq -e '.breakdown.wrong_clauses.where as $n | [.examples[] | select(.exact == "0") | .parts.where | select((.in_pred or .in_gold) and (.right | not))] | length == $n' e/report.json
  # the figures for scripts are those of the report
  [ "$(awk '$1 == "exact" { print $2 }' e/figures.tsv)" = "$(jq -r '.summary.levels.all.exact.ratio * 10000 | round / 100' e/report.json | awk '{ printf "%.2f", $1 }')" ]
}

@test "a test suite of two databases: right where both say so" {
  for i in 1 2; do
    mkdir -p "one$i/observatory" suite/observatory
    sqlite3 "one$i/observatory/observatory.sqlite" <"$small/observatory.sql"
  done
  # the second has hardly any rows, so that other queries give the same result there
  sqlite3 one2/observatory/observatory.sqlite "DELETE FROM observation; DELETE FROM telescope WHERE rowid > 1;"
  for i in 1 2; do cp "one$i/observatory/observatory.sqlite" "suite/observatory/db$i.sqlite"; done
  for set in one1 one2 suite; do
    evaluate --out "e-$set" --limit 40 --suite "$set" >/dev/null
    jq -c '[.examples[] | select(.db_id == "observatory") | .exec]' "e-$set/report.json" >"$set.json"
  done
  jq -n --slurpfile a one1.json --slurpfile b one2.json --slurpfile s suite.json '
    [range($a[0] | length) | if $a[0][.] == "1" and $b[0][.] == "1" then "1" else "0" end] == $s[0]' | grep -qx true
  # both kinds occur, and one database alone is fooled more easily than the suite
  jq -e 'index("1") != null and index("0") != null' suite.json
  run ! cmp one2.json suite.json
}

@test "how queries were built: orders of clauses, attention by layer and head" {
  evaluate --out e --limit 30 --orders --attention >out
  grep -q '^FROM before SELECT: 100.0% of' out
  grep -q 'layer 0: mean of heads' out
  # from left to right there is one order, and FROM comes first in all of them
  jq -e '.distinct_orders == 1 and .orders[0].clauses == "from select where groupby orderby"' e/study.json
  jq -e '.one_table.from_first == .one_table.selects and .one_table.selects > 0' e/study.json
  jq -e '.queries == 30 and .mean_log_paths > 3 and .steps > 100' e/study.json
  jq -e '.correlation_by_layer_and_head | length == 1 and (.[0] | length == 3 and all(. > -1 and . < 1))' e/study.json
  jq -e '.example | (.nodes | length) == (.nearness | length) and .nearness[0] == [100] and .attention[0] == [100]' e/study.json
  # in a random order the model chooses
  train random 60 --set order=dfs-random --set values=spell
  model=random/best.safetensors evaluate --out r --limit 30 --orders >out
  jq -e '.distinct_orders > 1 and (has("steps") | not)' r/study.json
  jq -e '([.orders[].count] | add) >= .one_table.selects + .joined.selects' r/study.json
}

@test "--json prints the sums alone" {
  evaluate --out e --limit 10 --json >out.json
  jq -e '.summary.levels.all.count == 10 and .breakdown.databases.observatory.count == 10' out.json
}

@test "two reports are compared example by example" {
  evaluate --out e --limit 12 >/dev/null
  cp e/report.json before.json
  jq '.examples[0].exact = "1" | .examples[0].pred = "SELECT count(*) FROM telescope"
    | .examples[1].exact = "0" | .examples[1].pred = "SELECT site FROM telescope"
    | .examples[2].exact = "0" | .examples[2].pred = "a"' before.json >one.json
  jq '.examples[0].exact = "0" | .examples[0].pred = "SELECT max(age) FROM astronomer"
    | .examples[1].exact = "1" | .examples[1].pred = "SELECT name FROM telescope"
    | .examples[2].exact = "U" | .examples[2].pred = "b"' before.json >two.json
  "$ASTORMER" eval --from two.json --compare one.json --json >out.json
  jq -e '.compare.exact == {"same": 9, "gained": 1, "lost": 1, "wrong_otherwise": 1}' out.json
  jq -e '.compare.examples | map([.index, .exact]) == [[0, "lost"], [1, "gained"], [2, "wrong_otherwise"]]' out.json
  "$ASTORMER" eval --from two.json --compare one.json >out.txt
  grep -q '^#1 observatory, easy  exact: gained' out.txt
  grep -q 'before    SELECT site FROM telescope' out.txt
  # the same report again: nothing changed
  evaluate --out e --limit 12 --compare before.json --json >same.json
  jq -e '.compare.exact.same == 12 and .compare.examples == []' same.json
}

@test "reports of other questions, and files that are no reports, are refused by name" {
  evaluate --out e --limit 3 >/dev/null
  jq '.examples[1].gold = "SELECT 2"' e/report.json >other.json
  run --separate-stderr "$ASTORMER" eval --from e/report.json --compare other.json
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"other.json"*"not of the same questions: example 1"* ]]
  echo '{"examples": 3}' >bad.json
  run --separate-stderr "$ASTORMER" eval --from e/report.json --compare bad.json
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"bad.json"*"no list 'examples'"* ]]
  echo '{"examples": [1, null, {"gold": 7}]}' >worse.json
  run --separate-stderr "$ASTORMER" eval --from e/report.json --compare worse.json
  [ "$status" -eq 1 ]
}

@test "the page lists every wrong answer, escaped, and asks nothing of the network" {
  {
    head -n 30 "$small/train.jsonl"
    echo '{"db": "apiary", "question": "<script>alert(\"x\")</script> & <b>hives</b>", "sql": "SELECT count(*) FROM hive WHERE hive_id = \"<i>\""}'
  } >mine.jsonl
  "$ASTORMER" eval --dataset jsonl --data mine.jsonl --tables "$small/tables.json" --model "$model" \
    --out e --beam 2 --html page.html >/dev/null
  wrong=$(jq '[.examples[] | select(.exact == "0" or .exact == "U")] | length' e/report.json)
  [ "$(grep -c '^<article' page.html)" -eq "$wrong" ]
  run ! grep -q '<script>alert' page.html
  run ! grep -q '<b>hives' page.html
  grep -q '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &lt;b&gt;hives' page.html
  run ! grep -Eqi 'https?://|src=|@import|url\(' page.html
  grep -q "default-src 'none'" page.html
  # gold and predicted tree of each, with the places where they differ
  [ "$(grep -o '<h3>predicted</h3>' page.html | wc -l)" -eq "$wrong" ]
  grep -q '<li class=d>' page.html
  # all that is opened is closed
  for tag in article div ul li details span h2 dl; do
    [ "$(grep -oE "<$tag[ >]" page.html | wc -l)" -eq "$(grep -o "</$tag>" page.html | wc -l)" ]
  done
}

@test "questions that cannot be read count as wrong" {
  {
    head -n 5 "$small/train.jsonl"
    echo '{"db": "apiary", "question": "", "sql": "SELECT count(*) FROM hive"}'
  } >mine.jsonl
  run --separate-stderr "$ASTORMER" eval --dataset jsonl --data mine.jsonl --tables "$small/tables.json" \
    --model "$model" --out e --beam 2 --json
  [ "$status" -eq 0 ]
  jq -e '.summary.levels.all.count == 6' <<<"$output"
  [ "$(awk '$1 == "unread" { print $2 }' e/figures.tsv)" -eq 1 ]
}

# A corpus of two databases; its vocabulary is not the model's, but rows are rows.
corpus() {
  mkdir -p c/yard c/hall
  echo 'CREATE TABLE hive (hive_id INTEGER PRIMARY KEY, place TEXT, honey REAL);' | tee c/yard/schema.sql >c/hall/schema.sql
  echo "INSERT INTO hive VALUES (1, 'hill', 2.5), (2, 'brook', 7.25);" | tee c/yard/rows.sql >c/hall/rows.sql
  for db in yard hall; do
    cat >c/$db/questions.jsonl <<EOF
{"id": "$db-1", "question": "How many hives are there?", "sql": "SELECT count(*) FROM hive", "tags": ["easy", "count"]}
{"id": "$db-2", "question": "and their places", "history": ["How many hives are there?"], "sql": "SELECT place FROM hive", "tags": ["hard", "follow_up"]}
{"id": "$db-3", "question": "total honey?", "history": ["How many hives are there?", "and their places"], "sql": "SELECT sum(honey) FROM hive", "tags": ["easy", "new_topic"]}
{"id": "$db-4", "question": "Who owns the hives?", "sql": null, "tags": ["unanswerable"]}
{"id": "$db-5", "question": "gold that does not run", "sql": "SELECT nosuch FROM hive", "tags": ["easy"]}
EOF
  done
  echo hall >c/heldout.txt
}

@test "a corpus is judged by its rows, by tag and kind of question" {
  corpus
  "$ASTORMER" eval --dataset corpus --data c --split heldout --model "$model" --out e >table
  jq -e '.summary.questions == 5 and (.examples | map(.db_id) | unique) == ["hall"]' e/report.json
  # one gold query does not run and one question has no answer: neither is judged
  jq -e '.summary.kinds.all.count == 3 and .summary.kinds.alone.count == 1 and .summary.kinds.follow_up.count == 1 and .summary.kinds.new_topic.count == 1' e/report.json
  jq -e '.summary.kinds.all.right == ([.examples[] | select(.exec == "1")] | length)' e/report.json
  jq -e '.examples[4] | .exec == "-" and (.note | startswith("the gold query"))' e/report.json
  jq -e '.summary.declines.recall.count == 1 and .summary.declines.answerable_declined.count == 4' e/report.json
  jq -e '.breakdown.tags.easy.all.count == 2 and .breakdown.tags.unanswerable == null' e/report.json
  grep -q '^questions.5' e/figures.tsv
  grep -q '^hard ' table
  "$ASTORMER" eval --dataset corpus/alone --data c --split all --model "$model" --out e2 --json >sums
  jq -e '.summary.questions == 6 and .summary.kinds.follow_up.count == 0' sums
  "$ASTORMER" eval --from e/report.json --compare e/report.json --json | jq -e '.compare.exec.same == 5 and .compare.examples == []'
}

@test "the rows decide, not the wording of the query" {
  corpus
  # whatever the model answers to the first question is made the gold query of the second
  "$ASTORMER" eval --dataset corpus --data c --split heldout --model "$model" --out e >/dev/null
  sql=$(jq -r '.examples[0].pred' e/report.json)
  jq -cn --arg sql "$sql" '{id: "a", question: "How many hives are there?", sql: ("SELECT * FROM (" + $sql + ")"), tags: ["easy"]}' >c/hall/questions.jsonl
  "$ASTORMER" eval --dataset corpus --data c --split heldout --model "$model" --out e >/dev/null
  jq -e '.examples[0].rank == 1' e/report.json
}

@test "questions as somebody else might have asked them" {
  corpus
  ask=("$ASTORMER" eval --dataset corpus --data c --split all --model "$model" --workers 1)
  "${ask[@]}" --out plain >/dev/null
  "${ask[@]}" --out e --variant misspell,openings --compare plain/report.json >table
  grep -Eq '^variants +misspell,openings .seed 1.: [0-9]+ questions changed' table
  # the report keeps the dataset's question and says what was asked instead
  diff <(jq -c '[.examples[].question]' plain/report.json) <(jq -c '[.examples[].question]' e/report.json)
  jq -e '[.examples[] | select(.asked)] | length > 3 and all(.asked.question != .question) and all(.exec != "U")' e/report.json
  jq -e '.summary.variants.changed == ([.examples[] | select(.asked)] | length)' e/report.json
  # the seed decides, and nothing else
  "${ask[@]}" --out again --variant misspell,openings >/dev/null
  "${ask[@]}" --out other --variant misspell,openings --seed 2 >/dev/null
  cmp <(jq -c '[.examples[].asked]' e/report.json) <(jq -c '[.examples[].asked]' again/report.json)
  run ! cmp -s <(jq -c '[.examples[].asked]' e/report.json) <(jq -c '[.examples[].asked]' other/report.json)
  # a share of nothing changes nothing
  "${ask[@]}" --out none --variant misspell=0 >/dev/null
  diff <(jq -c '[.examples[].exec]' plain/report.json) <(jq -c '[.examples[].exec]' none/report.json)
}

@test "an unrelated history, another database, other names: what counts as right" {
  corpus
  ask=("$ASTORMER" eval --dataset corpus --data c --split all --model "$model" --workers 1)
  for i in $(seq 30); do # questions to be put before others
    echo "{\"id\": \"more-$i\", \"question\": \"places with honey over $i\", \"sql\": \"SELECT place FROM hive WHERE honey > $i\", \"tags\": [\"easy\"]}"
  done >>c/hall/questions.jsonl
  "${ask[@]}" --out unrelated --variant unrelated >/dev/null
  jq -e '[.examples[] | select(.asked)] | length > 0 and all((.history | length) == 0 and (.asked.history | length) > 0)' unrelated/report.json
  # a stand-alone question is still one
  jq -e '.summary.kinds.alone.count == 32' unrelated/report.json
  corpus
  "${ask[@]}" --out elsewhere --variant elsewhere >/dev/null
  jq -e '[.examples[] | select(.asked)] | length == 6 and all(.exec == "-" and .asked.unanswerable)' elsewhere/report.json
  jq -e '.summary.declines.recall.count == 8' elsewhere/report.json
  # queries have the database's names, whatever the network read
  "${ask[@]}" --out rename --variant rename,hide >/dev/null
  jq -e '[.examples[] | select(.asked)] | length == 6' rename/report.json
  jq -e '[.examples[] | select(.asked and .pred != "" and (.note // "" | test("no such")))] == []' rename/report.json
  "${ask[@]}" --out add --variant add >/dev/null
  run --separate-stderr "${ask[@]}" --out x --variant mispell
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"unknown variant 'mispell': there are unrelated, elsewhere,"* ]]
  [ ! -e x ]
  run --separate-stderr evaluate --out x --variant misspell
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"--variant goes with --metric rows"* ]]
}

@test "usage errors say what is missing" {
  run --separate-stderr "$ASTORMER" eval --from x.json
  [ "$status" -eq 2 ]
  run --separate-stderr "$ASTORMER" eval --dataset jsonl --data x --out e
  [ "$status" -eq 2 ]
  run --separate-stderr evaluate --out e --metric guess
  [ "$status" -eq 2 ]
  run --separate-stderr evaluate --out e --metric rows --html x.html
  [ "$status" -eq 2 ]
  run --separate-stderr evaluate --out e --beam 0
  [ "$status" -eq 2 ]
  run --separate-stderr evaluate --out e --limit 2 --compare nosuch.json
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"nosuch.json"* ]]
  [[ "$output" == *"exact match"* ]]
}
