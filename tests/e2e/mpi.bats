#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Training spread over two processes: the model of one, one log, and a rank that dies takes the job
# with it but not the checkpoint.

setup() {
  small=$ASTORMER_ROOT/tests/data/small
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  settings=(--dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json"
    --vocab "$small/vocab.txt" --quiet --set encoder=static --set embedding=16 --set d=16
    --set heads=2 --set rat_layers=1 --set decoder_layers=1 --set batch=8 --set schedule=constant
    --set warmup=5 --set lr=1e-3 --set relation_distance=4)
}

train() { "$ASTORMER" train "${settings[@]}" "$@"; }
train_on_two() { mpirun --oversubscribe -n 2 "$ASTORMER" train "${settings[@]}" --workers 1 "$@"; }

@test "two ranks make the model of one process" {
  for parts in 2 4; do
    train --out "one$parts" --set steps=20 --set holdout=0 --set "micro_batches=$parts"
    train_on_two --out "two$parts" --set steps=20 --set holdout=0 --set "micro_batches=$parts"
    "$COMPARE_WEIGHTS" "one$parts/checkpoint.safetensors" "two$parts/checkpoint.safetensors" 1e-6
  done
  # and the tool can tell models apart
  train --out other --set steps=20 --set holdout=0 --set seed=2
  run "$COMPARE_WEIGHTS" one2/checkpoint.safetensors other/checkpoint.safetensors 1e-6
  [ "$status" -eq 1 ]
}

@test "rank 0 alone logs, evaluates and saves; both stop for the same reason" {
  run --separate-stderr train_on_two --out run --set steps=40 --set holdout=0.4 --set eval_steps=5 \
    --set patience=2
  [ "$status" -eq 0 ]
  [ "$(grep -c '^\(finished\|stopped\)' <<<"$output")" -eq 1 ]
  [ "$(grep -c '"event":"start"' run/log.jsonl)" -eq 1 ]
  jq -es '.[0].ranks == 2' run/log.jsonl
  # an untrained model stays at nothing right: patience ends the run, on both ranks at once
  [[ "$output" == *"stopped after 15 steps"* ]]
  [ -s run/best.safetensors ]
}

@test "micro-batches that cannot be shared, and data that cannot be read, end all ranks with one message" {
  run --separate-stderr train_on_two --out run --set steps=3 --set micro_batches=3
  [ "$status" -ne 0 ]
  [[ "$stderr" == *"micro_batches = 3 cannot be shared by 2 processes"* ]]
  run --separate-stderr train_on_two --out run --set steps=3 --vocab nosuch.txt
  [ "$status" -ne 0 ]
  [ "$(grep -c 'astormer: .*nosuch.txt' <<<"$stderr")" -eq 1 ]
}

@test "a dead rank ends the job with an error, and its checkpoint goes on to the same model" {
  train_on_two --out whole --set steps=150 --set holdout=0
  mpirun --oversubscribe -n 2 "$ASTORMER" train "${settings[@]}" --workers 1 --out killed \
    --set steps=150 --set holdout=0 --set checkpoint_minutes=0 >out 2>err 3>&- &
  local job=$! tries=0
  until [ -f killed/checkpoint.safetensors ] || [ $tries -gt 600 ]; do
    sleep 0.05
    tries=$((tries + 1))
  done
  kill -9 "$(pgrep -P $job | tail -n 1)"

  wait $job && false || status=$?
  [ "$status" -ne 0 ]
  run ! grep -q finished out
  train_on_two --out killed --set steps=150 --set holdout=0 --resume
  "$COMPARE_WEIGHTS" whole/checkpoint.safetensors killed/checkpoint.safetensors 0
}
