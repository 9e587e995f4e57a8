#!/bin/sh
# soak.sh - two servers of one database under attack for so many minutes: 64 clients that ask, correct, run bombs, send
# rubbish, dawdle and hang up; every minute all worker processes and one of the servers are killed.  Prints the table of
# docs/SAFETY.md.
# usage: bench/soak.sh MINUTES [MODEL [DATABASE]]      KILL_SECONDS=60 CLIENTS=64 may be set, and
# RATE: requests a second, all clients together (0: as many as they can).  Beside other work:
#   SOAK_GROUP_NICE=-10 RATE=1.5 bench/soak.sh 60      takes half a core, and times are the server's own
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
astormer=${ASTORMER:-$here/build/astormer}
minutes=$1 model=${2:-$here/models/default.safetensors} database=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "$database" ]; then
  database=$work/apiary.sqlite
  sqlite3 "$database" < "$here/tests/data/small/apiary.sql"
fi
export XDG_CACHE_HOME="$work/cache" XDG_DATA_HOME="$work/data"
seconds=$(awk "BEGIN { print $minutes * 60 }")
clients=${CLIENTS:-64}
think=$(awk "BEGIN { print (${RATE:-0} > 0 ? $clients / ${RATE:-0.001} : 0) }")
/usr/bin/python3 "$here/tests/attack/soak.py" "$astormer" "$model" "$database" "$seconds" "${KILL_SECONDS:-60}" "$clients" "$think"
