# bench.bats - the benchmark runs and reports; how fast is not a test.

@test "bench nn measures a shape and says so in JSON" {
  run "$ASTORMER" bench nn --shape astormer --seconds 0.05 --micro-batch 5 --json
  [ "$status" -eq 0 ]
  [[ "$output" == *'"sgemm_peak_gflops"'* ]]
  [[ "$output" == *'"shape": "astormer"'* ]]
  [[ "$output" == *'"percent_of_peak"'* ]]
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
