#!/usr/bin/env bats
# Each kind of decoder learns a dozen examples by heart and answers them by beam search without gold.
# bench/overfit.sh does the same with all 200, every decoder and every order.

setup() {
  small=$ASTORMER_ROOT/tests/data/small
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
  awk 'NR % 17 == 5' "$small/train.jsonl" >few.jsonl
}

# learn UPDATES SETTING...: prints the share of exact matches
learn() {
  local updates=$1 settings=()
  shift
  for setting in "$@"; do
    settings+=(--set "$setting")
  done
  local data=(--dataset jsonl --data few.jsonl --tables "$small/tables.json")
  "$ASTORMER" train "${data[@]}" --vocab "$small/vocab.txt" --out run --config "$ASTORMER_ROOT/configs/small.json" \
    --quiet --set d=32 --set embedding=32 --set rat_layers=1 --set decoder_layers=1 --set batch=12 --set lr=5e-3 \
    --set warmup=10 --set ema=0.9 --set "steps=$updates" --set cooldown=$((updates / 2)) "${settings[@]}" >/dev/null
  "$ASTORMER" eval "${data[@]}" --split train --model run/best.safetensors --out run/eval 2>&1 >/dev/null |
    sed -n 's/.*exact match \([0-9.]*\)%.*/\1/p'
}

@test "astormer, depth first" {
  [ "$(learn 150 decoder=astormer order=dfs-l2r)" = 100.0 ]
}

# Which of several siblings comes first is left open by a random order: that takes much longer to
# learn whole (bench/overfit.sh), but most of it must be there soon.
@test "astormer, breadth first in random order" {
  share=$(learn 300 decoder=astormer order=bfs-random tree_relations=shifted)
  [ "${share%.*}" -ge 40 ]
}

@test "lstm, breadth first" {
  [ "$(learn 300 decoder=lstm order=bfs-l2r)" = 100.0 ]
}

@test "onlstm, depth first" {
  [ "$(learn 300 decoder=onlstm order=dfs-l2r chunk=4)" = 100.0 ]
}

# Values that the question says, that only the database knows, and of columns with a few of them.
@test "astormer, with values that are pointed at" {
  sqlite3 yard.sqlite "CREATE TABLE workshop (id INTEGER PRIMARY KEY, name TEXT, town TEXT, has_crane TEXT, staff INTEGER);
    INSERT INTO workshop VALUES (1, 'Blue Anvil', 'Zug', 'Y', 4), (2, 'Old Forge', 'Chur', 'N', 9), (3, 'Hilltop', 'Zug', 'N', 12),
      (4, 'Quay', 'Brig', 'Y', 7), (5, 'Third Bay', 'Chur', 'N', 3), (6, 'Lime Yard', 'Brig', 'N', 21)"
  while IFS='|' read -r question sql; do
    jq -cn --arg q "$question" --arg s "$sql" '{db: "yard", database: "yard.sqlite", question: $q, sql: $s}'
  done >pairs.jsonl <<'PAIRS'
Which workshops are in Zug?|SELECT name FROM workshop WHERE town = 'Zug'
Which workshops are in chur?|SELECT name FROM workshop WHERE town = 'Chur'
Which of them can lift heavy things?|SELECT name FROM workshop WHERE has_crane = 'Y'
Who has no crane?|SELECT name FROM workshop WHERE has_crane = 'N'
Workshops with more than ten people|SELECT name FROM workshop WHERE staff > 10
Workshops with fewer than 5 people|SELECT name FROM workshop WHERE staff < 5
The two largest workshops|SELECT name FROM workshop ORDER BY staff DESC LIMIT 2
Names that begin with Q|SELECT name FROM workshop WHERE name LIKE 'Q%'
PAIRS
  "$ASTORMER" train --dataset jsonl --data pairs.jsonl --out run --config "$ASTORMER_ROOT/configs/small.json" --quiet \
    --set d=32 --set embedding=32 --set batch=8 --set lr=5e-3 --set warmup=10 --set ema=0.9 --set steps=200 --set cooldown=80 \
    --set values=point --set seed=3 2>log >/dev/null
  grep -q "7 values to point at, 0 of them known from the gold query only" log
  while read -r pair; do
    "$ASTORMER" ask yard.sqlite "$(jq -r .question <<<"$pair")" --model run/best.safetensors --format json >answer.json
    wanted=$(sqlite3 yard.sqlite "$(jq -r .sql <<<"$pair")" | sort)
    got=$(sqlite3 yard.sqlite "$(jq -r '.queries[0].sql' answer.json)" | sort)
    [ "$got" = "$wanted" ] || { echo "$pair"; jq -r '.queries[0].sql' answer.json; false; }
    jq -e '[.queries[0].values[] | select(.written | endswith("%") | not) | .source] | all(. != null)' answer.json
  done <pairs.jsonl
  "$ASTORMER" ask yard.sqlite "Which workshops are in chur?" --model run/best.safetensors --format json |
    jq -e '.queries[0].values[0] | .written == "Chur" and .source == "cell" and .from == "cell" and .asked == "chur"'
}

@test "token" {
  [ "$(learn 150 decoder=token)" = 100.0 ]
  [ "$(learn 300 decoder=token-lstm)" = 100.0 ]
}

@test "two updates teach nothing" {
  [ "$(learn 2 decoder=astormer)" != 100.0 ]
}
