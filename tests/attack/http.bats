#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Bytes that a proxy before us might read otherwise, and files that are of no use.

load ../e2e/tiny_model.bash
load ../e2e/server.bash

setup_file() {
  tiny_model
}

setup() {
  cd "$BATS_TEST_TMPDIR" || exit 1
  sqlite3 apiary.sqlite < "$ASTORMER_ROOT/tests/data/small/apiary.sql"
  mkdir run && cp "$ASTORMER_MODEL" run/best.safetensors
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data
}

teardown() {
  stop_server
}

@test "a request that can be read in two ways is refused, and so is what follows it; failed uploads leave nothing" {
  start_server --allow-sql --allow-upload
  /usr/bin/python3 "$ASTORMER_ROOT/tests/attack/smuggle.py" "${url##*:}"
}
