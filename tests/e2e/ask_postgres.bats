#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The same questions to SQLite and to a PostgreSQL server of our own: the same rows (each names its
# columns in its own way), and the guard.

load tiny_model.bash

setup_file() {
  tiny_model
  # the server does not run as root, so neither does what asks it: it gets copies it may read
  stage=$(mktemp -d /tmp/astormer-pg-XXXXXX)
  export stage
  mkdir "$stage/home"
  cp "$ASTORMER" "$stage/astormer"
  cp "$ASTORMER_MODEL" "$stage/model.safetensors"
  grep -v '^PRAGMA' "$ASTORMER_ROOT/tests/data/small/apiary.sql" > "$stage/apiary.sql"
  "$ASTORMER_ROOT/examples/make-databases" "$stage" "$stage/apiary.sql"
  cat > "$stage/script" <<'SCRIPT'
cd "$STAGE/home" || exit 1
createdb apiary
psql -q -v ON_ERROR_STOP=1 -d apiary -f "$STAGE/apiary.sql"
n=0
for question in "How many hives are there?" "List the names of all beekeepers." "Which hives are red?"; do
  n=$((n + 1))
  "$STAGE/astormer" ask postgresql:///apiary "$question" --format csv 2>/dev/null | tail -n +2 | sort > "postgres$n"
  "$STAGE/astormer" ask "$STAGE/apiary.sqlite" "$question" --format csv 2>/dev/null | tail -n +2 | sort > "sqlite$n"
done
printf '%s\n' "How many hives are there?" ".correct DELETE FROM hive" ".correct SELECT pg_sleep(9)" |
  "$STAGE/astormer" shell postgresql:///apiary > shell.out 2>&1
SCRIPT
  chmod -R a+rX "$stage"
  as_user=
  if [ "$(id -u)" -eq 0 ]; then
    chown nobody "$stage/home"
    as_user='setpriv --reuid=nobody --regid=nogroup --clear-groups'
  fi
  $as_user env HOME="$stage/home" XDG_CACHE_HOME="$stage/home/cache" STAGE="$stage" ASTORMER_MODEL="$stage/model.safetensors" \
    pg_virtualenv -o fsync=off -o shared_buffers=16MB bash "$stage/script" >"$stage/log" 2>&1 || cat "$stage/log" >&2
}

teardown_file() {
  rm -rf "$stage"
}

@test "SQLite and PostgreSQL give the same rows" {
  for n in 1 2 3; do
    [ "$(wc -l < "$stage/home/postgres$n")" -ge 1 ]
    cmp "$stage/home/postgres$n" "$stage/home/sqlite$n"
  done
}

@test "what a person writes passes the guard of the server too" {
  grep -q 'refused: DELETE' "$stage/home/shell.out"
  grep -q "refused: the function 'pg_sleep'" "$stage/home/shell.out"
}
