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
  run "$ASTORMER" bench decode --model nothing.safetensors
  [ "$status" -eq 2 ]
  run "$ASTORMER" bench decode --model nothing.safetensors --dataset jsonl --data nothing
  [ "$status" -eq 3 ]
  run "$ASTORMER" bench decode --beam 0
  [ "$status" -eq 2 ]
  run "$ASTORMER" bench decode --set d=zero
  [ "$status" -eq 2 ]
}
