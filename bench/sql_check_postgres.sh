#!/bin/sh
# sql_check_postgres.sh CORPUS BUILD [DATABASE...]
# The same rows from SQLite and from PostgreSQL for every query of the corpus: loads each of its
# databases (or those named) into a PostgreSQL server of its own (pg_virtualenv), runs bench/sql_check
# against it, and adds the counts up.  Tables, types and primary keys are as the corpus declares them;
# text sorts by bytes, as in SQLite, and time is UTC.
set -eu
[ $# -ge 2 ] || { echo "usage: sql_check_postgres.sh CORPUS BUILD [DATABASE...]" >&2; exit 2; }
corpus=$(realpath "$1") build=$(realpath "$2") here=$(realpath "$(dirname "$0")")
shift 2
if [ -z "${SQL_CHECK_INSIDE:-}" ]; then
  command -v pg_virtualenv >/dev/null || { echo "no pg_virtualenv here (Debian package postgresql-common)" >&2; exit 1; }
  home=$(mktemp -d) && trap 'rm -rf "$home"' EXIT
  cp "$build/bench/sql_check" "$here/sql_check_postgres.sh" "$here/sqlite_to_postgres.py" "$home"
  cp -r "$corpus" "$home/corpus"
  mkdir "$home/bench" && mv "$home/sql_check" "$home/bench/sql_check" && chmod -R a+rX "$home"
  as_user=
  if [ "$(id -u)" -eq 0 ]; then chown -R nobody "$home"; as_user='setpriv --reuid=nobody --regid=nogroup --clear-groups'; fi
  cd /
  # shellcheck disable=SC2086 # a command and its arguments
  $as_user env HOME="$home" XDG_CACHE_HOME="$home/cache" LC_ALL=C.UTF-8 TZ=UTC SQL_CHECK_INSIDE=1 \
    pg_virtualenv -o fsync=off -o shared_buffers=32MB -o timezone=UTC \
    sh "$home/sql_check_postgres.sh" "$home/corpus" "$home" "$@"
  exit
fi
[ $# -gt 0 ] || set -- $(cd "$corpus" && ls -d */ | tr -d /)
one=$HOME/one # a corpus of one database at a time: reading all of it for each is most of the work
mkdir -p "$one"
for name in "$@"; do
  [ -f "$corpus/$name/schema.sql" ] || continue
  rm -f "$one"/* && ln -s "$corpus/$name" "$one/$name"
  psql -qX postgres -c "CREATE DATABASE check_copy TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'"
  python3 "$here/sqlite_to_postgres.py" "$corpus/$name" | psql -qX check_copy >/dev/null
  "$build/bench/sql_check" corpus "$one" all "$name" postgresql:///check_copy || true
  psql -qX postgres -c 'DROP DATABASE check_copy'
done | awk -F'\t' '
  NF > 1 { print; next }
  { split($1, word, " "); label = $1 }
  label ~ / of / { sub(/^ *[0-9]+ of [0-9]+ /, "", label); same[label] += word[1]; all[label] += word[3]; next }
  { sub(/^ *[0-9]+ /, "", label); count[label] += word[1] }
  END {
    for (label in count) printf "%6d %s\n", count[label], label
    for (label in all) printf "%6d of %d %s\n", same[label], all[label], label
  }'
