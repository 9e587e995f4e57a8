#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Training end to end on the small dataset of our own: the same bits for any number of workers and
# after a kill, a clear word for bad input, and predictions that the scorer can read.

setup() {
  small=$ASTORMER_ROOT/tests/data/small
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
}

# train OUT STEPS [MORE OPTIONS]: a tiny network, all settings but the steps the same
train() {
  local out=$1 steps=$2
  shift 2
  "$ASTORMER" train --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" \
    --vocab "$small/vocab.txt" --out "$out" --quiet --set encoder=static --set embedding=16 \
    --set d=16 --set heads=2 --set rat_layers=1 --set decoder_layers=1 --set batch=8 \
    --set micro_batches=2 --set schedule=constant --set warmup=5 --set lr=1e-3 --set holdout=0 \
    --set relation_distance=4 --set "steps=$steps" "$@"
}

@test "one worker and two give the same model" {
  train one 5 --workers 1
  train two 5 --workers 2
  cmp one/best.safetensors two/best.safetensors
}

# Small products stay in floats, so the network is a little larger than elsewhere here.
@test "in half the bits it learns nearly the same, and may change on the way" {
  wide=(--set d=32 --set embedding=32 --set batch=16)
  train half 4 "${wide[@]}" --set precision=bf16
  ASTORMER_KERNELS=generic train rounded 4 "${wide[@]}" --set precision=bf16 # of a processor without such products
  train whole 4 "${wide[@]}"
  run cmp -s half/best.safetensors whole/best.safetensors
  [ "$status" -ne 0 ]
  last() { jq -s 'map(select(.event == "step")) | last | .loss' "$1/log.jsonl"; }
  jq -ne --argjson a "$(last half)" --argjson b "$(last whole)" '($a / $b - 1 | fabs) < 0.02'
  jq -ne --argjson a "$(last half)" --argjson b "$(last rounded)" '($a / $b - 1 | fabs) < 0.02'
  train mixed 2 "${wide[@]}"
  train mixed 4 "${wide[@]}" --set precision=bf16 --resume
}

@test "states of frozen layers are kept where there is room, which changes nothing" {
  small_plm=(--set encoder=plm --set embedding=32 --set d=32 --set plm_hidden=32 --set plm_layers=2 --set plm_heads=2 --set plm_ffn=64)
  train start 1 "${small_plm[@]}"
  frozen=(--init start/best.safetensors --set frozen_layers=1 --set batch=100)
  train kept 6 "${small_plm[@]}" "${frozen[@]}" # three passes
  train made 6 "${small_plm[@]}" "${frozen[@]}" --set states_mb=0
  cmp kept/best.safetensors made/best.safetensors
}

@test "random orders are drawn from the seed" {
  train one 4 --set order=dfs-random --set values=spell --workers 1
  train two 4 --set order=dfs-random --set values=spell --workers 2
  cmp one/best.safetensors two/best.safetensors
  train three 4 --set order=dfs-random --set values=spell --set seed=2
  run cmp -s one/best.safetensors three/best.safetensors
  [ "$status" -ne 0 ]
}

@test "a folder belongs to one run at a time" {
  train one 2
  exec 9< one
  flock 9
  run --separate-stderr train one 2 --fresh
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"in use by another training run"* ]]
  exec 9<&-
  train one 2 --fresh
  [ "$(stat -c %a one)" = 700 ]
  [ "$(stat -c %a one/checkpoint.safetensors one/best.safetensors one/log.jsonl one/config.json | sort -u)" = 600 ]
}

@test "a run that was stopped goes on to the same model" {
  train whole 6
  train parts 3
  train parts 6 --resume
  cmp whole/best.safetensors parts/best.safetensors
}

@test "a run that was killed goes on to the same model" {
  train whole 14
  # a function in the background runs in a shell of its own: the trainer is that shell's child
  train killed 14 --set checkpoint_minutes=0 3>&- &
  local pid=$! tries=0
  until [ -f killed/checkpoint.safetensors ] || [ $tries -gt 600 ]; do
    sleep 0.05
    tries=$((tries + 1))
  done
  kill -9 $(pgrep -P $pid) || true
  wait $pid || true
  train killed 14 --set checkpoint_minutes=0 --resume
  cmp whole/best.safetensors killed/best.safetensors
}

@test "other settings do not continue a run, and its checkpoint stays" {
  train run 3
  cp run/checkpoint.safetensors before
  run --separate-stderr train run 6 --resume --set d=32
  [ "$status" -ne 0 ]
  [[ "$stderr" == *"belongs to other settings or other data"* ]]
  cmp before run/checkpoint.safetensors
}

@test "a truncated checkpoint is refused by name, and the one before it is good" {
  train whole 8
  train run 4 --set checkpoint_minutes=0
  truncate -s 3000 run/checkpoint.safetensors
  run --separate-stderr train run 8 --resume
  [ "$status" -ne 0 ]
  [[ "$stderr" == *"run/checkpoint.safetensors"*"the checkpoint before it is 'run/checkpoint.previous.safetensors'"* ]]
  mv run/checkpoint.previous.safetensors run/checkpoint.safetensors
  train run 8 --resume
  cmp whole/best.safetensors run/best.safetensors
}

@test "changed data does not continue a run" {
  train run 3
  before=$(sha256sum run/*)
  head -n 150 "$small/train.jsonl" >less.jsonl
  tiny=(--tables "$small/tables.json" --vocab "$small/vocab.txt" --out run --quiet)
  run --separate-stderr "$ASTORMER" train --dataset jsonl --data less.jsonl "${tiny[@]}" --resume
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"belongs to other settings or other data"* ]]
  # nor does another mixture of the same data
  run --separate-stderr "$ASTORMER" train --dataset jsonl:2 --data "$small/train.jsonl" "${tiny[@]}" --resume
  [ "$status" -eq 1 ]
  # settings and log are as they were, so the run itself can still go on
  [ "$before" = "$(sha256sum run/*)" ]
  "$ASTORMER" train --dataset jsonl --data "$small/train.jsonl" "${tiny[@]}" --resume --set steps=5
}

@test "a full disk is an error and the older checkpoint stays good" {
  train whole 8
  train run 4
  cp run/checkpoint.safetensors before
  # a limit on the size of files stands for the full disk
  run --separate-stderr bash -c 'ulimit -f 8; "$@"' - "$ASTORMER" train --dataset jsonl \
    --data "$small/train.jsonl" --tables "$small/tables.json" --vocab "$small/vocab.txt" --out run \
    --quiet --resume --set steps=8
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"cannot write 'run/checkpoint.safetensors'"* ]]
  cmp before run/checkpoint.safetensors
  run ! ls run/checkpoint.safetensors.tmp
  train run 8 --resume
  cmp whole/best.safetensors run/best.safetensors
}

@test "a run is not overwritten by accident, and half a line of its log is survived" {
  train run 3
  run --separate-stderr train run 5
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"'run' already holds a run"*"--fresh"* ]]
  printf '{"event":"st' >>run/log.jsonl
  train run 5 --resume --set log_steps=1
  "$ASTORMER" plot run --tsv >table 2>/dev/null
  [ "$(grep -c '^run.step' table)" -eq 3 ] # 3, 4 and 5
  train run 5 --fresh
}

# tiny OUT [OPTIONS]: as train, with the caller's data
tiny() {
  local out=$1
  shift
  "$ASTORMER" train --dataset jsonl --tables "$small/tables.json" --out "$out" --quiet \
    --set encoder=static --set embedding=16 --set d=16 --set heads=2 --set rat_layers=1 \
    --set decoder_layers=1 --set batch=8 --set steps=3 --set holdout=0 --set log_steps=1 "$@"
}

@test "bad examples are counted with their reasons and training goes on" {
  jq -c '. + [{db_id: "wide", table_names_original: ["big"], table_names: ["big"],
    column_names_original: ([[-1, "*"]] + [range(500) | [0, "col_\(.)"]]),
    column_names: ([[-1, "*"]] + [range(500) | [0, "col \(.)"]]),
    column_types: (["text"] + [range(500) | "number"]), primary_keys: [1], foreign_keys: []}]' \
    "$small/tables.json" >tables.json
  {
    head -n 20 "$small/train.jsonl"
    echo '{"db": "nowhere", "question": "who?", "sql": "SELECT 1"}'
    echo '{"db": "apiary", "question": "", "sql": "SELECT count(*) FROM hive"}'
    echo '{"db": "apiary", "question": "broken", "sql": "SELECT FROM"}'
    echo '{"db": "apiary", "question": "beyond the grammar", "sql": "SELECT soundex(name) FROM beekeeper"}'
    printf '{"db": "apiary", "question": "%s", "sql": "SELECT count(*) FROM hive"}\n' "$(yes word | head -n 10000 | tr '\n' ' ')"
    echo '{"db": "wide", "question": "what is col 321?", "sql": "SELECT col_321 FROM big"}'
    echo 'not json'
  } > bad.jsonl
  run --separate-stderr "$ASTORMER" train --dataset jsonl --data bad.jsonl --tables tables.json \
    --vocab "$small/vocab.txt" --out run --quiet --set encoder=static --set embedding=16 --set d=16 \
    --set heads=2 --set rat_layers=1 --set decoder_layers=1 --set batch=21 --set steps=3 --set holdout=0
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"2 records cannot be read"* ]]
  [[ "$stderr" == *"21 examples to train on, 0 held out, 4 rejected"* ]]
  for reason in "is not in tables.json" "the question is empty" "found the end" "'soundex' is not supported" \
    "longer than 16384 bytes"; do
    grep -q "$reason" run/rejected.tsv
  done
  [ "$(wc -l <run/rejected.tsv)" -eq 7 ]
  jq -es '.[0].rejected == 4' run/log.jsonl
  [ -s run/best.safetensors ]
}

@test "a database that cannot be opened costs its examples only" {
  mkdir -p data/spider/database/apiary
  jq -s '[.[] | {db_id: .db, question, query: .sql}]' "$small/train.jsonl" >data/spider/train_spider.json
  echo '[]' >data/spider/train_others.json
  cp "$small/tables.json" data/spider/tables.json
  head -c 4096 /dev/urandom >data/spider/database/apiary/apiary.sqlite
  run --separate-stderr "$ASTORMER" train --dataset spider --data data --vocab "$small/vocab.txt" --out run \
    --quiet --set encoder=static --set embedding=16 --set d=16 --set heads=2 --set rat_layers=1 \
    --set decoder_layers=1 --set batch=8 --set steps=2 --set holdout=0
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"150 examples to train on, 0 held out, 50 rejected"* ]]
  [[ "$stderr" == *"50: database 'apiary'"* ]]
}

@test "datasets are mixed by weight" {
  head -n 40 "$small/train.jsonl" >a.jsonl
  tail -n 20 "$small/train.jsonl" >b.jsonl
  # 40 + 2.5 * 20 = 90 examples an epoch: 9 updates of 10
  tiny run --data a.jsonl --dataset jsonl:2.5 --data b.jsonl --vocab "$small/vocab.txt" --set batch=10 --set steps=9
  jq -es '.[-1] | .step == 9 and .epoch == 1' run/log.jsonl
  run --separate-stderr tiny other --data a.jsonl --dataset jsonl:x --vocab "$small/vocab.txt"
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"'jsonl:x': the weight must be a number"* ]]
}

@test "without a vocabulary one is made of the data, Chinese included" {
  jq -c 'if .db_id == "apiary" then .table_names[0] = "养蜂人" else . end' <(jq -c '.[]' "$small/tables.json") |
    jq -s . >tables.json
  {
    head -n 30 "$small/train.jsonl"
    echo '{"db": "apiary", "question": "有多少养蜂人住在北京?", "sql": "SELECT count(*) FROM beekeeper WHERE village = \"北京\""}'
  } >zh.jsonl
  "$ASTORMER" train --dataset jsonl --data zh.jsonl --tables tables.json --out run --quiet \
    --set encoder=static --set embedding=16 --set d=16 --set heads=2 --set rat_layers=1 \
    --set decoder_layers=1 --set batch=8 --set steps=2 --set holdout=0
  for piece in '[UNK]' telescopes 蜂 京 'q' '##q' 7; do
    grep -qxF -- "$piece" run/vocab.txt
  done
  run ! grep -qxF '北京' run/vocab.txt
  run ! grep -qxF '##京' run/vocab.txt
  "$ASTORMER" predict --dataset jsonl --data zh.jsonl --tables tables.json --model run/best.safetensors \
    --out pred.sql --beam 1
  [ "$(wc -l <pred.sql)" -eq 31 ]
}

@test "unknown settings and missing files are said at once" {
  run --separate-stderr train run 3 --set nosuch=1
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"unknown setting 'nosuch'"* ]]
  run --separate-stderr "$ASTORMER" train --dataset spider --data /nonexistent --out run --vocab "$small/vocab.txt"
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"/nonexistent"* ]]
}

@test "predictions are what the scorer reads" {
  train run 5
  "$ASTORMER" predict --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" \
    --model run/best.safetensors --out pred.sql --gold gold.sql --limit 6 --beam 2
  [ "$(wc -l < pred.sql)" -eq 6 ]
  "$ASTORMER" predict --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" \
    --model run/best.safetensors --out again.sql --limit 6 --beam 2 --workers 1
  cmp pred.sql again.sql
  "$ASTORMER" score --gold gold.sql --pred pred.sql --tables "$small/tables.json" --metric match
}

# difference A B: the largest between the weights of two files
difference() { "$COMPARE_WEIGHTS" "$1" "$2" 1e9 | sed 's/.*difference \([^ ]*\).*/\1/'; }

@test "the models of the last evaluations are kept, and their mean is a model" {
  train run 12 --set eval_steps=3 --set keep=2 --set holdout=0.5 --set ema=0 --set lr=1e-2
  run ls run
  [[ "$output" == *step-12.safetensors*step-9.safetensors* ]]
  [[ "$output" != *step-3.safetensors* && "$output" != *step-6.safetensors* ]]
  "$ASTORMER" average run/step-9.safetensors run/step-12.safetensors --out mean.safetensors
  # half of the way from either to the other: halves are rounded, so not to the bit
  whole=$(difference run/step-9.safetensors run/step-12.safetensors)
  for end in 9 12; do
    half=$(difference run/step-$end.safetensors mean.safetensors)
    awk -v whole="$whole" -v half="$half" 'BEGIN {exit !(whole > 0 && half > 0.45 * whole && half < 0.55 * whole)}'
  done
  "$ASTORMER" average run/step-9.safetensors run/step-9.safetensors --out same.safetensors
  awk -v d="$(difference run/step-9.safetensors same.safetensors)" 'BEGIN {exit !(d == 0)}'
  [ "$("$ASTORMER" info mean.safetensors --json | jq -r '.about.average_of | length')" -eq 2 ]
  train other 3 --set d=32
  run --separate-stderr "$ASTORMER" average run/best.safetensors other/best.safetensors --out no.safetensors
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"cannot be averaged"* ]]
  [ ! -e no.safetensors ]
  run --separate-stderr "$ASTORMER" average run/best.safetensors --out no.safetensors
  [ "$status" -eq 2 ]
}

@test "a deeper encoder starts from a shallower model, not the other way round" {
  train shallow 3
  train deep 3 --init shallow/best.safetensors --set rat_layers=3
  "$ASTORMER" info deep/best.safetensors | grep -q 'rat_layers *3'
  run train back 3 --init deep/best.safetensors
  [ "$status" -ne 0 ]
  [[ "$output" == *"encoder.rat.1"* ]]
}

@test "a corpus is chosen on by its rows, on the databases it holds out" {
  mkdir -p c/yard c/hall
  for db in yard hall; do
    echo 'CREATE TABLE hive (hive_id INTEGER PRIMARY KEY, place TEXT, honey REAL);' >c/$db/schema.sql
    echo "INSERT INTO hive VALUES (1, 'hill', 2.5), (2, 'brook', 7.25);" >c/$db/rows.sql
    cat >c/$db/questions.jsonl <<EOF
{"id": "$db-1", "question": "How many hives are there?", "sql": "SELECT count(*) FROM hive", "tags": ["easy"]}
{"id": "$db-2", "question": "and their places", "history": ["How many hives are there?"], "sql": "SELECT place FROM hive", "tags": ["hard", "follow_up"]}
{"id": "$db-3", "question": "Who owns them?", "sql": null, "tags": ["unanswerable"]}
EOF
  done
  echo hall >c/heldout.txt
  XDG_CACHE_HOME=$PWD/cache "$ASTORMER" train --dataset corpus --data c --out run --set encoder=static \
    --set embedding=16 --set d=16 --set heads=2 --set rat_layers=1 --set decoder_layers=1 --set batch=4 \
    --set steps=2 --set eval_steps=2 --set micro_batches=1 2>err
  # two of the held-out database's three questions have an answer, and none of it was trained on
  grep -q 'rows right [0-9.]*% of 2, exact match 0.0% of 0 others' err
  grep -Eq '^[23] examples to train on, 2 held out' err
}
