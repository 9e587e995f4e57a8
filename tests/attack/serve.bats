#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# A quarter of a minute of bench/soak.sh: the server answers right or not at all, workers and server
# are killed, and nothing is left behind.

load ../e2e/tiny_model.bash

setup_file() {
  tiny_model
}

@test "bombs, rubbish, hang-ups and kill -9" {
  SOAK_HEALTH_SECONDS=10 KILL_SECONDS=3 CLIENTS=16 "$ASTORMER_ROOT/bench/soak.sh" 0.25 "$ASTORMER_MODEL"
}
