#!/bin/sh
# bench/score_oracles.sh DATA [BINARY]: `astormer score` against the verdicts and sample outputs of
# the official scripts in DATA/eval_examples, and the wall time of scoring Spider dev.
# DATA also holds spider/, sparc/, cosql/ and dusql/.  Ends with 1 if anything differs.
set -u
data=${1:?usage: bench/score_oracles.sh DATA [BINARY]}
binary=${2:-$(dirname "$0")/../build/astormer}
examples=$data/eval_examples
tables=$data/spider/tables.json
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

# report WHAT DIFFERENCES
report() {
  printf '%-52s %s differences\n' "$1" "$2"
  [ "$2" -eq 0 ] || failed=1
}

# differences EXPECTED ACTUAL: how many lines of either are not in the other at the same place
differences() { diff "$1" "$2" | grep -c '^[<>]'; }

# what the official script prints too: all before the blank line and our notes
official_part() { sed '/^gold against gold/,$d' "$dir/table" | sed '$d'; }

# the columns of one system: index, db_id, hardness, verdict
oracle() { # FILE COLUMN FIRST_COLUMNS
  column=$(head -n 1 "$1" | tr '\t' '\n' | grep -nx "$2" | cut -d: -f1)
  tail -n +2 "$1" | cut -f"$3,$column"
}

exact=$examples/oracle_spider_dev_exact_match.tsv
for system in $(head -n 1 "$exact" | cut -f4-); do
  oracle "$exact" "$system" 1-3 >"$dir/expected"
  "$binary" score --gold "$data/spider/dev_gold.sql" --pred "$examples/predictions/$system.txt" \
    --tables "$tables" --metric match --quiet --report "$dir/report.tsv" || failed=1
  tail -n +2 "$dir/report.tsv" | cut -f1-4 >"$dir/actual"
  report "exact match and hardness, $system ($(wc -l <"$dir/actual"))" "$(differences "$dir/expected" "$dir/actual")"
done

oracle "$examples/oracle_spider_dev_execution_single_db.tsv" codes-1b 1-2 >"$dir/expected"
start=$(date +%s.%N)
"$binary" score --gold "$data/spider/dev_gold.sql" --pred "$examples/predictions/codes-1b.txt" \
  --tables "$tables" --databases "$data/spider/database" --report "$dir/report.tsv" >"$dir/table" || failed=1
end=$(date +%s.%N)
tail -n +2 "$dir/report.tsv" | cut -f1,2,5 >"$dir/actual"
report "execution match, codes-1b ($(wc -l <"$dir/actual"))" "$(differences "$dir/expected" "$dir/actual")"
echo 248 446 174 166 1034 >"$dir/expected"
awk '/^count/ {print $2, $3, $4, $5, $6}' "$dir/table" >"$dir/actual"
report "hardness counts of Spider dev" "$(differences "$dir/expected" "$dir/actual")"

oracle "$examples/oracle_spider_pred_example.tsv" pred_example 1-3 >"$dir/expected"
"$binary" score --gold "$examples/spider/gold_example.txt" --pred "$examples/spider/pred_example.txt" \
  --tables "$tables" --metric match --report "$dir/report.tsv" >"$dir/table" || failed=1
tail -n +2 "$dir/report.tsv" | cut -f1-4 >"$dir/actual"
report "exact match, Spider's example" "$(differences "$dir/expected" "$dir/actual")"
sed -n '/^                     easy/,$p' "$examples/spider/eval_result_example_current_script.txt" >"$dir/expected"
official_part >"$dir/actual"
report "whole table, Spider's example" "$(differences "$dir/expected" "$dir/actual")"

# SParC's sample is the output of an old script: it leaves out the last interaction, does not
# compare the tables of FROM (three predictions with '*' from the wrong table count as right: the
# rows "exact match"), and spells two titles in its own way.
for file in gold predict; do
  awk 'BEGIN {RS = ""; ORS = "\n\n"} {if (NR > 1) print last; last = $0}' "$examples/sparc/$file.txt" >"$dir/$file"
done
"$binary" score --dataset sparc --gold "$dir/gold" --pred "$dir/predict" --tables "$tables" \
  --metric match >"$dir/table" || failed=1
sed -n '/^                     easy/,$p' "$examples/sparc/eval_output.txt" | sed 's/turn >4 /turn > 4/; s/TRUN/TURN/' |
  grep -v '^exact match' >"$dir/expected"
official_part | grep -v '^exact match' >"$dir/actual"
report "table without its exact match rows, SParC's example" "$(differences "$dir/expected" "$dir/actual")"

# Gold against itself.
self() { # NAME OPTIONS...
  name=$1
  shift
  "$binary" score "$@" 2>/dev/null | grep '^gold against gold' | sed "s/^/$name: /"
}
self 'spider dev  ' --gold "$data/spider/dev_gold.sql" --pred "$data/spider/dev_gold.sql" --tables "$tables" --databases "$data/spider/database"
self 'spider train' --gold "$data/spider/train_gold.sql" --pred "$data/spider/train_gold.sql" --tables "$tables" --databases "$data/spider/database"
for set in sparc cosql; do
  self "$set dev   " --dataset $set --gold "$data/$set/dev_gold.txt" --pred "$data/$set/dev_gold.txt" --tables "$data/$set/tables.json" --databases "$data/spider/database"
done
self 'dusql dev   ' --dataset dusql --gold "$data/dusql/gold_dev.sql" --pred "$data/dusql/gold_dev.sql" --tables "$data/dusql/db_schema.json"

echo "$start $end" | awk '{printf "Spider dev, exact and execution match of 1034 pairs: %.2f s\n", $2 - $1}'
exit $failed
