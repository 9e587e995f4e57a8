#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The judge: trained from lists into a model file, given a weight, quantised with the rest, and refused
# where it cannot be.

# A parser with a language model of its own, hardly trained; once for all tests.
setup_file() {
  local small=$ASTORMER_ROOT/tests/data/small
  cd "$BATS_FILE_TMPDIR"
  "$ASTORMER" train --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" \
    --vocab "$small/vocab.txt" --config "$ASTORMER_ROOT/configs/small.json" --set steps=3 --set eval_steps=3 \
    --set max_holdout=2 --set d=32 --set encoder=plm --set embedding=32 --set plm_hidden=32 --set plm_layers=2 \
    --set plm_heads=2 --set plm_ffn=64 --set rat_layers=1 --out run --quiet >&2
  # Of two candidates the right one has the question's word in its sentence, whatever the parser thought.
  local i words=(title genre price author)
  for i in {0..119}; do
    local asked=${words[i % 4]} other=${words[(i + 1 + i % 3) % 4]} right=true wrong=false
    [ $((i % 2)) = 0 ] && right=false wrong=true
    [ $((i % 2)) = 0 ] && local swap=$asked || local swap=$other
    [ "$swap" = "$other" ] && local first=$asked || local first=$other
    echo "{\"db\":\"d$((i % 10))\",\"question\":\"which $asked\",\"read\":\"which $asked\",\"list\":[{\"right\":$right,\"told\":\"Shows $first.\",\"result\":\"few rows : x\",\"looks\":{\"log_p\":0.0}},{\"right\":$wrong,\"told\":\"Shows $swap.\",\"result\":\"few rows : y\",\"looks\":{\"log_p\":-0.5}}]}"
  done >lists.jsonl
  "$ASTORMER" judge --model run/best.safetensors --lists lists.jsonl --out judged.safetensors --set layers=1 \
    --set steps=120 --set eval_steps=60 --set lr=3e-3 --set warmup=5 --set batch_tokens=400 --set ema=0 2>log
}

setup() {
  cd "$BATS_FILE_TMPDIR"
}

@test "it learns, and the parser stays as it was" {
  grep -q "120 of 120 lists have right and wrong candidates" log
  grep -q "update 120: " log
  [ "$("$ASTORMER" info judged.safetensors --json | jq -r .config.judge_layers)" -eq 1 ]
  "$ASTORMER" info judged.safetensors --json | jq -e '.about.judge.held_out_right_first > 0.5'
}

@test "the same lists give the same judge, with one worker and two" {
  for workers in 1 2; do
    "$ASTORMER" judge --model run/best.safetensors --lists lists.jsonl --out $workers.safetensors --set layers=1 \
      --set steps=4 --set batch_tokens=400 --workers $workers
  done
  cmp 1.safetensors 2.safetensors
}

@test "the second look weighs it, and tells what it is worth" {
  cp judged.safetensors weighed.safetensors
  run --separate-stderr "$ASTORMER" calibrate --second-look --ablation --model weighed.safetensors --from lists.jsonl
  [ "$status" -eq 0 ]
  [[ "$output" == *"right first as search orders them 50.0%"* ]]
  [[ "$output" == *"without the judge"*"asked always"*"in doubt"*"without what queries returned"* ]]
  "$ASTORMER" info weighed.safetensors --json | jq -e '.about.second_look.judge > 0 and .about.second_look.doubt == 3'
  run "$ASTORMER" calibrate --second-look --dry-run --model run/best.safetensors --from lists.jsonl
  [ "$status" -eq 0 ]
  [[ "$output" != *"without the judge"* ]]
}

@test "it goes into bytes with the rest, and into a model that is in bytes already" {
  "$ASTORMER" quantize judged.safetensors --out bytes.safetensors
  "$ASTORMER" quantize run/best.safetensors --out parser.safetensors
  "$ASTORMER" judge --model parser.safetensors --lists lists.jsonl --out both.safetensors --set layers=2 \
    --set steps=9 --set batch_tokens=400 --set warmup=1 --set lr=3e-3 --set ema=0
  for model in bytes both; do
    "$ASTORMER" calibrate --second-look --dry-run --model $model.safetensors --from lists.jsonl | grep -q "without the judge"
  done
  "$ASTORMER" judge --model both.safetensors --lists lists.jsonl --out again.safetensors --set layers=1 \
    --set steps=2 --set batch_tokens=400
  [ "$("$ASTORMER" info again.safetensors --json | jq -r .config.judge_layers)" -eq 1 ]
}

@test "a model that goes on learning keeps it" {
  small=$ASTORMER_ROOT/tests/data/small
  "$ASTORMER" train --init judged.safetensors --dataset jsonl --data "$small/train.jsonl" --tables "$small/tables.json" \
    --set steps=2 --out on --quiet
  [ "$("$ASTORMER" info on/best.safetensors --json | jq -r .config.judge_layers)" -eq 1 ]
}

@test "it goes on from another file's judge, or that one is taken as it is" {
  "$ASTORMER" judge --model run/best.safetensors --start judged.safetensors --set layers=1 --out taken.safetensors
  cmp judged.safetensors taken.safetensors
  "$ASTORMER" judge --model run/best.safetensors --start judged.safetensors --lists lists.jsonl --set layers=1 --out more.safetensors \
    --set steps=1 --set lr=1e-6 --set batch_tokens=400 --set eval_steps=1 --set ema=0 2>more
  # what was learnt before is still known after an update that changes next to nothing
  [ "$(grep -o 'right first [0-9.]*%' more)" = "$(grep 'update 120' log | grep -o 'right first [0-9.]*%')" ]
  run --separate-stderr "$ASTORMER" judge --model run/best.safetensors --start judged.safetensors --set layers=2 --out no.safetensors
  [ "$status" -ne 0 ]
  [[ "$stderr" == *"judged.safetensors: its judge has 1 layers, not 2"* ]]
  run --separate-stderr "$ASTORMER" judge --model run/best.safetensors --start run/best.safetensors --set layers=1 --out no.safetensors
  [ "$status" -ne 0 ]
  [ ! -e no.safetensors ]
}

@test "what it cannot use is refused with the reason" {
  run --separate-stderr "$ASTORMER" judge --model run/best.safetensors --out no.safetensors
  [ "$status" -eq 2 ]
  echo '{"db":"a"}' >no.jsonl
  run --separate-stderr "$ASTORMER" judge --model run/best.safetensors --lists no.jsonl --out no.safetensors --set layers=1
  [ "$status" -ne 0 ]
  [[ "$stderr" == *"no.jsonl: line 1"* ]]
  run --separate-stderr "$ASTORMER" judge --model run/best.safetensors --lists lists.jsonl --out no.safetensors --set layers=9
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"cannot start from a language model of 2"* ]]
  run --separate-stderr "$ASTORMER" judge --model run/best.safetensors --lists lists.jsonl --out no.safetensors --set tokens=9
  [ "$status" -eq 2 ]
  [ ! -e no.safetensors ]
}
