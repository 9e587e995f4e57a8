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

@test "random orders are drawn from the seed" {
  train one 4 --set order=dfs-random --workers 1
  train two 4 --set order=dfs-random --workers 2
  cmp one/best.safetensors two/best.safetensors
  train three 4 --set order=dfs-random --set seed=2
  run cmp -s one/best.safetensors three/best.safetensors
  [ "$status" -ne 0 ]
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

@test "a truncated checkpoint is refused by name" {
  train run 3
  truncate -s 3000 run/checkpoint.safetensors
  run --separate-stderr train run 6 --resume
  [ "$status" -ne 0 ]
  [[ "$stderr" == *"run/checkpoint.safetensors"* ]]
}

@test "bad examples are counted and training goes on" {
  {
    head -n 20 "$small/train.jsonl"
    echo '{"db": "nowhere", "question": "who?", "sql": "SELECT 1"}'
    echo '{"db": "apiary", "question": "", "sql": "SELECT count(*) FROM hive"}'
    echo '{"db": "apiary", "question": "broken", "sql": "SELECT FROM"}'
    printf '{"db": "apiary", "question": "%s", "sql": "SELECT count(*) FROM hive"}\n' "$(yes word | head -n 10000 | tr '\n' ' ')"
    echo 'not json'
  } > bad.jsonl
  run --separate-stderr "$ASTORMER" train --dataset jsonl --data bad.jsonl --tables "$small/tables.json" \
    --vocab "$small/vocab.txt" --out run --quiet --set encoder=static --set embedding=16 --set d=16 \
    --set heads=2 --set rat_layers=1 --set decoder_layers=1 --set batch=4 --set steps=3 --set holdout=0
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"2 records cannot be read"* ]]
  [[ "$stderr" == *"SELECT FROM"* ]]
  [ -s run/best.safetensors ]
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
