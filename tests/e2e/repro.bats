#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Every table of the paper runs, at the smallest budget, and has the paper's figures beside ours.

setup_file() { export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache out=$BATS_FILE_TMPDIR/out; }

# runs TABLE ROWS: the script ends well and every row has a figure of ours
runs() {
  run --separate-stderr "$ASTORMER_ROOT/repro/$1" --budget smoke --out "$out" --workers 1
  echo "$output $stderr"
  [ "$status" -eq 0 ]
  [ "$(grep -c '^| ' <<<"$output")" -eq $(($2 + 1)) ]
  diff <(printf '%s\n' "$output") "$out/$1.md"
  run ! grep -q 'failed' "$out/$1.md"
}

@test "main results, and what is there is not made again" {
  runs main-results 2
  # the paper's figures do not stand beside those of a smoke run, and datasets not run have no column
  grep -qE '^\| RATSQL w/ ASTormer \| [0-9.]+ \| (-|[0-9.]+) \|$' "$out/main-results.md"
  grep -qxF '| Method | spider exact, smoke run | spider exec, smoke run |' "$out/main-results.md"
  before=$(find "$out/runs" -name 'best.safetensors' -newermt @0 -printf '%p %T@\n' | sort)
  runs main-results 2
  [ "$before" = "$(find "$out/runs" -name 'best.safetensors' -printf '%p %T@\n' | sort)" ]
}

@test "ablation of structural features" {
  runs ablation 8
  jq -e '.model | .position == "absolute" and .node_type == false' "$out"/runs/*_parent_rule-false_position-absolute_tree_relations-none/config.json >/dev/null
}

@test "relation distance; the row with the preset's own R is the run that other tables have" {
  runs ablation 8
  before=$(ls "$out/runs")
  runs relation-distance 4
  [ "$(comm -13 <(echo "$before") <(ls "$out/runs") | xargs)" = \
    "spider_encoder_astormer_relation_distance-16 spider_encoder_astormer_relation_distance-2 spider_encoder_astormer_relation_distance-4" ]
}

@test "traversal orders" {
  runs traversal-orders 4
  [ "$(jq -r .model.order "$out/runs/spider_encoder_astormer_order-bfs-random/config.json")" = bfs-random ]
  [ ! -e "$out/runs/spider_encoder_astormer_order-dfs-l2r" ]
}

@test "inference time, with seconds in every cell it ran" {
  runs inference-time 2
  grep -Eq '^\| ASTormer \| [0-9]+\.[0-9]+ \|$' "$out/inference-time.md"
}

@test "training time, with seconds in every cell it ran" {
  runs training-time 3
  grep -Eq '^\| LSTM \| [0-9.]+ \| [0-9]+\.[0-9]+ \|$' "$out/training-time.md"
}

@test "DuSQL and Chase" {
  runs dusql 4
  runs chase 4
}

@test "statistics of the benchmarks" {
  runs dataset-statistics 9
  grep -qF '| samples | 10181 | 200 |' "$out/dataset-statistics.md"
}

@test "the default model's recipe" {
  run --separate-stderr "$ASTORMER_ROOT/repro/default-model" --budget smoke --out "$out" --workers 1
  [ "$status" -eq 0 ]
  [ -s "$out/default.safetensors" ]
  [ -s "$out/runs/default-model-7-2/curves.svg" ] && [ -s "$out/runs/default-model-8-2/curves.svg" ]
  # from the model before the textbook, which has to be named, and from nowhere else between
  run --separate-stderr "$ASTORMER_ROOT/repro/default-model" --budget smoke --out "$out/on" --workers 1 --begin 6 --init "$out/before.safetensors"
  [ "$status" -eq 0 ] && [ -s "$out/on/default.safetensors" ] && [ ! -e "$out/on/runs/default-model-5" ]
  run --separate-stderr "$ASTORMER_ROOT/repro/default-model" --budget smoke --out "$out/late" --workers 1 --begin 8 --init "$out/before-8.safetensors"
  [ "$status" -eq 0 ] && [ -s "$out/late/default.safetensors" ] && [ ! -e "$out/late/runs/default-model-6" ]
  run --separate-stderr "$ASTORMER_ROOT/repro/default-model" --budget smoke --out "$out/on" --begin 6
  [ "$status" -eq 2 ] && [[ "$stderr" == *"--begin 6 wants --init"* ]]
  run --separate-stderr "$ASTORMER_ROOT/repro/default-model" --budget smoke --out "$out/on" --begin 3
  [ "$status" -eq 2 ] && [[ "$stderr" == *"--begin is 1, 6 or 8, not '3'"* ]]
}

@test "a run that fails is shown in the table and in the exit status" {
  export ASTORMER=$BATS_TEST_TMPDIR/broken
  printf '#!/bin/sh\n[ "$1" = --version ] && echo broken && exit 0\nexit 1\n' >"$ASTORMER"
  chmod +x "$ASTORMER"
  run --separate-stderr "$ASTORMER_ROOT/repro/inference-time" --budget smoke --out "$BATS_TEST_TMPDIR/out"
  [ "$status" -eq 1 ]
  [[ "$output" == *"| ASTormer | failed |"* ]]
}

@test "usage" {
  run --separate-stderr "$ASTORMER_ROOT/repro/ablation" --budget weeks
  [ "$status" -eq 2 ]
  run --separate-stderr "$ASTORMER_ROOT/repro/ablation" --budget hours
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"needs --data"* ]]
  run "$ASTORMER_ROOT/repro/ablation" --help
  [ "$status" -eq 0 ]
}

# A folder of benchmarks made of our own questions, and two cells to run on it.
small_day() {
  local small=$ASTORMER_ROOT/tests/data/small to=$BATS_TEST_TMPDIR/data/spider
  mkdir -p "$to"
  jq -s '[.[] | {db_id: .db, question, query: .sql}]' "$small/train.jsonl" >"$to/train_spider.json"
  echo '[]' >"$to/train_others.json"
  jq '.[0:12]' "$to/train_spider.json" >"$to/dev.json"
  cp "$small/tables.json" "$to"
  printf 'a\tstatic-astormer-day\tspider\tnone\n' >"$BATS_TEST_TMPDIR/cells.tsv"
  printf 'b\tstatic-token-day\tspider\tnone\tseed=2\n' >>"$BATS_TEST_TMPDIR/cells.tsv"
}

day() { # in a process of its own, which a test can stop
  exec "$ASTORMER_ROOT/repro/all" --budget day --cells "$BATS_TEST_TMPDIR/cells.tsv" --data "$BATS_TEST_TMPDIR/data" \
    --runs "$BATS_TEST_TMPDIR/runs" --results "$BATS_TEST_TMPDIR/results" --workers 1 --limit 5 --set embedding=16 --set d=16 \
    --set heads=2 --set rat_layers=1 --set decoder_layers=1 --set steps=3 --set warmup=1 --set holdout=0 --set batch=4 \
    --set log_steps=1 "$@"
}

@test "a day's cells leave a result each, and what is there is not made again" {
  small_day
  (day)
  cd "$BATS_TEST_TMPDIR/results"
  jq -e '.config.model.grammar == "paper" and .config.model.decoder == "astormer" and .config.train.seed == 1' a.json
  jq -e '.config.model.decoder == "token" and .config.train.seed == 2 and .training.steps == 3' b.json
  jq -e '.training.cpu_seconds_per_update > 0 and .scores.spider.full.cpu_ms_per_question > 0' a.json
  jq -e '.study | has("queries") and (.orders | type) == "array" and .cases == []' a.json
  jq -e '.study | has("correlation_by_layer_and_head") | not' b.json
  jq -e '.scores.spider.fair.exact_bits | test("^[01]{5}$")' a.json
  [ ! -e ../runs/a/checkpoint.safetensors ]
  rm b.json
  before=$(stat -c %Y.%i a.json)
  run bash -c "$(declare -f day); day --only b"
  [[ "$output" != *" a"* ]]
  [ -s b.json ]
  [ "$before" = "$(stat -c %Y.%i a.json)" ]
}

@test "a day that is stopped goes on where it was" {
  small_day
  sed -i 2d "$BATS_TEST_TMPDIR/cells.tsv"
  day --set steps=100000 >"$BATS_TEST_TMPDIR/log" 2>&1 &
  for _ in $(seq 100); do
    grep -q '"step"' "$BATS_TEST_TMPDIR/runs/a/log.jsonl" 2>/dev/null && break
    sleep 0.1
  done
  kill -TERM $!
  status=0
  wait $! || status=$?
  [ "$status" -eq 1 ]
  [ -s "$BATS_TEST_TMPDIR/runs/a/checkpoint.safetensors" ]
  [ ! -e "$BATS_TEST_TMPDIR/results/a.json" ]
  [[ "$(cat "$BATS_TEST_TMPDIR/log")" == *"stopped in a"* ]]
}

@test "a day's cells are of presets that exist, and each has a name of its own" {
  cells=$ASTORMER_ROOT/repro/cells.tsv
  grep -v '^#' "$cells" | cut -f1 | sort | uniq -d | run ! grep .
  while IFS=$'\t' read -r name preset _ _ settings; do
    sets=()
    for s in $settings; do sets+=(--set "$s"); done
    "$ASTORMER" train --show-config --config "$preset" "${sets[@]}" >/dev/null || { echo "$name"; false; }
  done < <(grep -v '^#' "$cells")
}

# A result as repro/day saves it: CELL SEED SETTING=VALUE... ; BITS of the three dev sets by the environment
result() {
  local cell=$1 seed=$2 set='{}' s
  shift 2
  for s in "$@"; do set=$(jq -n --argjson a "$set" --arg k "${s%%=*}" --argjson v "${s#*=}" '$a | .[$k] = $v'); done
  jq -n --arg cell "$cell" --argjson seed "$seed" --argjson set "$set" --arg bits "${BITS:-1100}" --argjson exact "${EXACT:-50}" '
    ({fair: {exact: $exact, exec: 40, interaction_exact: 10, cpu_ms_per_question: 20, exact_bits: $bits, exec_bits: $bits}}
     | .full = .fair) as $s |
    {cell: $cell, date: "2026-01-01", program: "p", cores: 2, language_model: "static", datasets: ["spider", "sparc", "cosql"],
     config: {model: ({decoder: "astormer", relation_distance: 8, d: 256} + $set), train: {seed: $seed, steps: 30}},
     training: {examples: 9, held_out: 1, rejected: 0, sessions: 1, steps: 30, seconds: 60, cpu_seconds: 90,
       cpu_seconds_per_update: 3, samples_per_second: 10, loss: [[10, 5], [30, 2]], held_out_exact: [[30, 0.5]]},
     scores: {spider: $s, sparc: $s, cosql: $s}, study: null}' >"$cell.json"
}

@test "the report: tables of what was run, and what was not says so" {
  mkdir "$BATS_TEST_TMPDIR/results" "$BATS_TEST_TMPDIR/docs"
  cd "$BATS_TEST_TMPDIR/results"
  report=("$ASTORMER_ROOT/repro/report.py" --results . --docs ../docs)
  BITS=11111111100000000000 result astormer 1
  BITS=00000000000000000001 result lstm 1 'decoder="lstm"'
  "${report[@]}"
  grep -qF '| RATSQL w/ ASTormer | 74.6 | 73.2 |' ../docs/REPRODUCTION.md
  grep -qE '^\| R = 2 \| 69.9 \| 60.8 \| 49.8 \| not run' ../docs/REPRODUCTION.md
  # 27 against 3 of 60 questions: exact two-sided binomial of 3 in 30
  grep -qF '| ASTormer against LSTM | 27 | 3 | 60 (1) | +40.0 | 8.4e-06 |  |' ../docs/REPRODUCTION.md
  grep -qF '| ASTormer is more accurate than the LSTM decoder | seen |' ../docs/REPRODUCTION.md
  grep -qF '| every structural feature helps | not run |' ../docs/REPRODUCTION.md
  "${report[@]}" --check
  # seeds are means, and a second one is counted
  BITS=00000000000000000001 result lstm-2 2 'decoder="lstm"'
  run "${report[@]}" --check
  [ "$status" -eq 1 ]
  [[ "$output" == *"REPRODUCTION.md is not what the results give"* ]]
}

@test "the report: what another seed can do is no difference between rows" {
  mkdir "$BATS_TEST_TMPDIR/results" "$BATS_TEST_TMPDIR/docs"
  cd "$BATS_TEST_TMPDIR/results"
  EXACT=80 BITS=11111111111111110000 result astormer 1
  BITS=00000000000000001111 result lstm 1 'decoder="lstm"'
  BITS=11111111111111000000 result r2 1 relation_distance=2
  "$ASTORMER_ROOT/repro/report.py" --results . --docs ../docs
  grep -qF '| ASTormer is more accurate than the LSTM decoder | seen |' ../docs/REPRODUCTION.md
  # the second seeds turn it round: shifts of -60 and +60 points leave a deviation of 60 (one degree of freedom)
  EXACT=20 BITS=11110000000000000000 result astormer-2 2
  BITS=11111111111111110000 result lstm-2 2 'decoder="lstm"'
  "$ASTORMER_ROOT/repro/report.py" --results . --docs ../docs
  grep -qF '| ASTormer is more accurate than the LSTM decoder | undecided at this size | +0.0 points' ../docs/REPRODUCTION.md
  grep -qF 'a deviation of 60.00 points is left (1 degrees of freedom)' ../docs/REPRODUCTION.md
  # one degree of freedom: a difference of 10 points is a t of 10 / (60 sqrt 2); p = 1 - 2 atan(t) / pi
  grep -qE '^\| R = 8 against R = 2 \| 6 \| 0 \| 60 \(1\) \| \+10\.0 \| 0\.031 \| 0\.93 \|$' ../docs/REPRODUCTION.md
  # and a table whose rows have one seed each shows the first of the row that has two
  grep -qE '^\| R = 8 \| 71.4 \| 60.4 \| 50.3 \| 80.0 .* \| 1 \|$' ../docs/REPRODUCTION.md
}

@test "rows of one table may differ in the setting it is about and nothing else" {
  mkdir "$BATS_TEST_TMPDIR/results" "$BATS_TEST_TMPDIR/docs"
  cd "$BATS_TEST_TMPDIR/results"
  report=("$ASTORMER_ROOT/repro/report.py" --results . --docs ../docs)
  result astormer 1
  result r2 1 relation_distance=2
  result astormer-2 2
  "${report[@]}"
  result r4 1 relation_distance=4 d=128
  run "${report[@]}"
  [ "$status" -eq 1 ]
  [[ "$output" == *"distance, R = 4 (r4): d is 128, not 256"* ]]
  rm r4.json
  result lstm 1 'decoder="lstm"' 'relation_distance=2'
  run "${report[@]}"
  [[ "$output" == *"relation_distance is 2, not 8"* ]]
}

@test "the results in the repository are comparable and the document is theirs" {
  "$ASTORMER_ROOT/repro/report.py" --check
}

@test "seconds of an update at a preset's size" {
  small_day
  "$ASTORMER_ROOT/repro/speed" --data "$BATS_TEST_TMPDIR/data" --updates 2 --presets "small small-lstm" --out "$BATS_TEST_TMPDIR/speed.json"
  jq -e '[.cells[].preset] == ["small", "small-lstm"] and all(.cells[]; .cpu_seconds_per_update > 0 and .updates == 2)' "$BATS_TEST_TMPDIR/speed.json"
  run "$ASTORMER_ROOT/repro/speed" --data nowhere
  [ "$status" -eq 2 ]
}

# A corpus of our own with a held-out database, beside the Spider of small_day.
small_variants() {
  small_day
  local db to=$BATS_TEST_TMPDIR/corpus
  for db in yard hall; do
    mkdir -p "$to/$db"
    echo 'CREATE TABLE hive (hive_id INTEGER PRIMARY KEY, place TEXT, honey REAL);' >"$to/$db/schema.sql"
    echo "INSERT INTO hive VALUES (1, 'hill', 2.5), (2, 'brook', 7.25);" >"$to/$db/rows.sql"
    cat >"$to/$db/questions.jsonl" <<EOF
{"id": "$db-1", "question": "How many hives are there?", "sql": "SELECT count(*) FROM hive", "tags": ["easy", "count"]}
{"id": "$db-2", "question": "and their places", "history": ["How many hives are there?"], "sql": "SELECT place FROM hive", "tags": ["hard", "follow_up"]}
{"id": "$db-3", "question": "Who owns the hives?", "sql": null, "tags": ["unanswerable"]}
EOF
  done
  echo hall >"$to/heldout.txt"
}

variants() {
  PRECISION=f32 "$ASTORMER_ROOT/repro/variants" --data "$BATS_TEST_TMPDIR/data" --corpus "$BATS_TEST_TMPDIR/corpus" --runs "$BATS_TEST_TMPDIR/runs" \
    --results "$BATS_TEST_TMPDIR/results" --workers 1 --steps 3 --set embedding=16 --set d=16 --set heads=2 --set rat_layers=1 \
    --set decoder_layers=1 --set batch=4 --set log_steps=1 "$@"
}

@test "a pilot of each variant leaves a result, and the tables are made of these" {
  small_variants
  variants --only none,misspell
  cd "$BATS_TEST_TMPDIR/results"
  jq -e '.kinds == "afu" and (.scores | keys | length) == 9 and .setting == "" and .training.steps == 3' none.json
  jq -e '.setting == "misspell=0.03" and (.scores | keys) == ["misspell", "plain"]' misspell.json
  jq -e '.scores.misspell | (.exec_bits | test("^[01-]{3}$")) and (.changed_bits | test("^[01]{3}$")) and (.declined_bits | length) == 3' misspell.json
  jq -e '.misspell == 0.03 and .rename == 0' <(jq .train ../runs/misspell/config.json)
  [ ! -e rename.json ]
  # what is there is not made again
  before=$(stat -c %Y.%i none.json)
  run variants --only none,misspell
  [ "$output" = "" ]
  [ "$before" = "$(stat -c %Y.%i none.json)" ]
  cp "$ASTORMER_ROOT/docs/TRAINING.md" "$ASTORMER_ROOT/models/README.md" ..
  tables=("$ASTORMER_ROOT/repro/variants.py" --results . --pilots ../TRAINING.md --shipped ../README.md)
  "${tables[@]}"
  grep -qE '^\| `rename` \| not run \|' ../TRAINING.md
  grep -qE '^\| `misspell=0.03` \| [0-9.]+ \| .* p 1 \|' ../TRAINING.md
  "${tables[@]}" --check
  # ten more right of ten: 2 / 2^10
  jq -c '.kinds = "aaaaaaaaaa" | .scores |= map_values(.exec_bits = "0000000000" | .declined_bits = .exec_bits | .changed_bits = "1111111111")' none.json >n && mv n none.json
  jq -c '.kinds = "aaaaaaaaaa" | .scores |= map_values(.exec_bits = "1111111111" | .declined_bits = "0000000000" | .changed_bits = .exec_bits)' misspell.json >m && mv m misspell.json
  run "${tables[@]}" --check
  [ "$status" -eq 1 ]
  "${tables[@]}"
  grep -qF '| `misspell=0.03` | 100.0 | 100.0 | - | - | - | +10 -0, p 0.002 | 0.0 / 100.0 | +10 -0, p 0.002 |' ../TRAINING.md
  # another number of updates is another thing
  jq -c '.config.train.steps = 4' misspell.json >m && mv m misspell.json
  "${tables[@]}"
  grep -qE '^\| `misspell=0.03` .* not comparable \|' ../TRAINING.md
}

@test "pilots that go on from a base, and a model of one's own under every variant" {
  small_variants
  variants --base 2 --only openings
  jq -e '.base_steps == 2' "$BATS_TEST_TMPDIR/results/openings.json"
  first() { jq -s 'map(select(.event == "step"))[0].loss' "$1/openings/log.jsonl"; }
  variants --only openings --runs "$BATS_TEST_TMPDIR/afresh" --results "$BATS_TEST_TMPDIR/afresh"
  [ "$(first "$BATS_TEST_TMPDIR/runs")" != "$(first "$BATS_TEST_TMPDIR/afresh")" ]
  cp "$BATS_TEST_TMPDIR/runs/base/best.safetensors" "$BATS_TEST_TMPDIR/default.safetensors"
  variants --model "$BATS_TEST_TMPDIR/default.safetensors" --beam 2
  jq -e '.training == null and .beam == 2 and (.scores | keys | length) == 9' "$BATS_TEST_TMPDIR/results/default.json"
}

@test "the tables of variants are those of the results" {
  "$ASTORMER_ROOT/repro/variants.py" --check
}
