#!/usr/bin/env bats
# The demonstration with the shipped model: nine of ten questions of our own are answered rightly.

@test "the shipped model answers nine of the demo's ten questions" {
  unset ASTORMER_MODEL
  run "$ASTORMER_ROOT/tools/demo"
  [ "$status" -eq 0 ]
  right=$(sed -n 's/^\([0-9]*\) of 10 answers are right.*/\1/p' <<<"$output")
  echo "$right of 10"
  [ "$right" -ge 9 ]
}

@test "the shipped model says where it comes from, and fits its promised size" {
  unset ASTORMER_MODEL
  model=$ASTORMER_ROOT/models/default.safetensors
  [ "$(stat -c %s "$model")" -le 80000000 ]
  "$ASTORMER" info "$model" --json | jq -e '.about | .licence and .trained_on and .scores and .calibration'
}
