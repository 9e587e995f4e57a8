#!/bin/sh
# The value index on a database of a million distinct values.
#   bench/value_lookup.sh [BUILD [N]]
set -eu
build=${1:-$(dirname "$0")/../build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$build/bench/value_lookup" "$dir" "${2:-1000000}"
