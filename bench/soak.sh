#!/bin/sh
# soak.sh - a server under attack for so many minutes: 64 clients that ask, run bombs, send rubbish and hang up;
# its worker processes are killed every minute, the server itself every third.  Prints the table of docs/SAFETY.md.
# usage: bench/soak.sh MINUTES [MODEL [DATABASE]]      KILL_SECONDS=60 CLIENTS=64 may be set
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
/usr/bin/python3 "$here/tests/attack/soak.py" "$astormer" "$model" "$database" "$seconds" "${KILL_SECONDS:-60}" "${CLIENTS:-64}"
