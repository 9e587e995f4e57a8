# bench.bats - the benchmark runs and reports; how fast is not a test.

@test "bench nn measures a shape and says so in JSON" {
  run "$ASTORMER" bench nn --shape astormer --seconds 0.05 --micro-batch 5 --json
  [ "$status" -eq 0 ]
  [[ "$output" == *'"sgemm_peak_gflops"'* ]]
  [[ "$output" == *'"shape": "astormer"'* ]]
  [[ "$output" == *'"percent_of_peak"'* ]]
  # the shipped network over the reference: 20 questions, 32 steps each
  [[ "$output" == *'"steps": 640'* ]]
  [[ "$output" == *'"rows": '* ]]
}

@test "bench nn --profile lists the operators" {
  run "$ASTORMER" bench nn --shape astormer --seconds 0.05 --workers 1 --profile
  [ "$status" -eq 0 ]
  [[ "$output" == *'MB a worker'* ]]
  [[ "$output" == *attention* ]]
  [[ "$output" == *mixture_nll* ]]
}

@test "bench refuses what it does not know" {
  run "$ASTORMER" bench
  [ "$status" -eq 2 ]
  run "$ASTORMER" bench nn --shape nothing --seconds 0.05
  [ "$status" -eq 2 ]
  [[ "$output" == *"no shape 'nothing'"* ]]
  run "$ASTORMER" bench nn --workers 0
  [ "$status" -eq 2 ]
}

@test "bench decode answers questions and says where the time went" {
  run "$ASTORMER" bench decode --seconds 0.05 --set d=64 --set rat_layers=1 --set decoder_layers=1 --json
  [ "$status" -eq 0 ]
  for key in questions_per_second ms_p50 ms_p99 encoder_ms decoder_ms symbolic_ms database_ms rss_mb; do
    [[ "$output" == *"\"$key\""* ]]
  done
  # every question must have been answered within the limit of steps
  [ "$(grep -c '"answered": 1.0' <<<"$output")" -eq 2 ]
}

@test "bench decode takes the other decoders and a real model, and refuses nonsense" {
  run "$ASTORMER" bench decode --seconds 0.05 --set d=64 --set rat_layers=1 --set decoder=onlstm
  [ "$status" -eq 0 ]
  [[ "$output" == *'onlstm decoder'* ]]
  [[ "$output" == *'resident memory'* ]]
  run "$ASTORMER" bench decode --seconds 0.05 --set d=64 --set rat_layers=1 --profile
  [ "$status" -eq 0 ]
  [[ "$output" == *operator*linear* ]]
  [[ "$output" == *attention* ]]
  run "$ASTORMER" bench decode --profile --json
  [ "$status" -eq 2 ]
  run "$ASTORMER" bench decode --model nothing.safetensors
  [ "$status" -eq 2 ]
  run "$ASTORMER" bench decode --model nothing.safetensors --dataset jsonl --data nothing
  [ "$status" -eq 3 ]
  run "$ASTORMER" bench decode --beam 0
  [ "$status" -eq 2 ]
  run "$ASTORMER" bench decode --set d=zero
  [ "$status" -eq 2 ]
}

@test "bench start times whole runs and their parts" {
  load tiny_model.bash
  tiny_model
  "$ASTORMER_ROOT/examples/make-databases" "$BATS_FILE_TMPDIR" "$ASTORMER_ROOT"/tests/data/small/apiary.sql
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
  db=$BATS_FILE_TMPDIR/apiary.sqlite
  "$ASTORMER" bench start "$db" "How many hives are there?" --rounds 2 --json >"$BATS_TEST_TMPDIR/out.json"
  jq -e '.runs == 2 and .version.wall_ms > 0 and .ask.resident_mb > 1 and (.parts | length) == 6' "$BATS_TEST_TMPDIR/out.json"
  run "$ASTORMER" bench start "$db" "How many hives are there?" --rounds 1
  [ "$status" -eq 0 ]
  [[ "$output" == *"--version"*"ask"*"model"*"database"* ]]
  run "$ASTORMER" bench start "$db"
  [ "$status" -eq 2 ]
  run "$ASTORMER" bench start nowhere.sqlite "How many hives are there?" --rounds 1
  [ "$status" -eq 1 ]
}
