#!/bin/sh
# Runs the whole symbolic round trip over the benchmarks: SQL -> tree -> actions (every order, 20
# random paths) -> tree -> SQL, same query and, where there are databases, same rows; and relations
# built on the fly = relations by definition, in every order, R in {2, 4, 8, 16}.
#
# usage: bench/check_relations.sh DATA_DIR [BINARY]    (DATA_DIR holds spider/, sparc/, ...)
set -u
data=${1:?usage: bench/check_relations.sh DATA_DIR [BINARY]}
astormer=${2:-build/astormer}
failed=0
for dataset in spider sparc cosql dusql chase; do
  for split in dev train; do
    "$astormer" tree --check --relations --dataset "$dataset" --data "$data" --split "$split" || failed=1
  done
done
exit $failed
