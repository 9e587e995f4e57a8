#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# astormer plot: curves from logs as they are found in practice, killed and resumed ones included.

setup() { cd "$BATS_TEST_TMPDIR"; }

# log RUN FIRST LAST: a line every ten steps
log() {
  mkdir -p "$1"
  for ((i = $2; i <= $3; i += 10)); do
    echo "{\"event\":\"step\",\"step\":$i,\"epoch\":0.$i,\"loss\":$((1000 / i)),\"lr\":1e-3,\"samples_per_second\":50,\"seconds\":$((i * 2))}"
  done >>"$1/log.jsonl"
}

@test "one run and several, as SVG that a parser reads" {
  log a 10 100
  log "b & <c>" 10 50
  echo '{"event":"evaluation","step":50,"score":0.25}' >>a/log.jsonl
  run "$ASTORMER" plot a
  [ "$status" -eq 0 ]
  [ "$output" = a/curves.svg ]
  "$ASTORMER" plot a "b & <c>" -o both.svg --x hours
  grep -q 'b &amp; &lt;c&gt;' both.svg
  # loss (faint and smoothed), rate, speed of both runs and the scores of one
  [ "$(grep -c 'class="line"' both.svg)" -eq 8 ]
  [ "$(grep -c '<circle' both.svg)" -eq 1 ]
  for tag in svg style text; do
    [ "$(grep -oE "<$tag[ >]" both.svg | wc -l)" -eq "$(grep -o "</$tag>" both.svg | wc -l)" ]
  done
  run ! grep -qi 'nan\|inf"' both.svg
}

@test "steps that were done again after a kill count once" {
  log a 10 80
  printf '{"event":"step","st' >>a/log.jsonl
  echo >>a/log.jsonl
  log a 60 100
  run --separate-stderr "$ASTORMER" plot a --tsv
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"1 lines of the log of 'a' cannot be read"* ]]
  [ "$(grep -c $'^a\tstep\t' <<<"$output")" -eq 10 ]
}

@test "a log without anything to draw, or no log, is said" {
  mkdir empty
  : >empty/log.jsonl
  run --separate-stderr "$ASTORMER" plot empty
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"empty/log.jsonl"* ]]
  run --separate-stderr "$ASTORMER" plot nosuch
  [ "$status" -eq 3 ]
  log one 10 10
  "$ASTORMER" plot one
  printf '{"event":"step","step":"x"}\n{"event":"step","step":1e999}\n{"event":"step","step":20,"loss":1e308,"lr":-1e308}\n[]\n7\n' >>one/log.jsonl
  "$ASTORMER" plot one
  run --separate-stderr "$ASTORMER" plot one --x furlongs
  [ "$status" -eq 2 ]
}
