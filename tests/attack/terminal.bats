#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# Strings of a database, a question or a file name that want to talk to the terminal or the
# spreadsheet of whoever looks at them.

load ../e2e/tiny_model.bash

setup_file() {
  tiny_model
  cd "$BATS_FILE_TMPDIR"
  esc=$(printf '\033') bell=$(printf '\007') turn=$(printf '\342\200\256')
  sqlite3 evil.sqlite <<EOS
CREATE TABLE "hive${esc}]0;owned${bell}" (id INTEGER PRIMARY KEY, "na${esc}[2Jme" TEXT, "x
y" TEXT);
INSERT INTO "hive${esc}]0;owned${bell}" VALUES (1, '${esc}[31mred${turn}', 'a'), (2, '=HYPERLINK("http://x")', 'b');
EOS
}

setup() {
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data HOME=$BATS_TEST_TMPDIR
  db=$BATS_FILE_TMPDIR/evil.sqlite
  esc=$(printf '\033')
}

# harmless FILE...: no control character but line breaks, no mark that turns writing round
harmless() {
  ! grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$@" && ! grep -q "$(printf '\342\200\256')" "$@"
}

@test "trees, explanations, links and schemas show names as pictures" {
  table="\"hive$esc]0;owned$(printf '\007')\""
  "$ASTORMER" tree "$db" "SELECT count(*) FROM $table" > tree 2> tree.err || true
  "$ASTORMER" tree "$db" "SELECT \"na$esc[2Jme\" FROM $table WHERE \"na$esc[2Jme\" = 'x$esc[1m'" > steps 2> steps.err || true
  "$ASTORMER" explain "$db" "how many hives$esc[5m are there" > explain 2> explain.err || true
  "$ASTORMER" link "$db" "how many hive$esc[5m owned" > link 2> link.err || true
  "$ASTORMER" ask "$db" "list all red$esc[5m hives" --explain > ask 2> ask.err || true
  [ -s tree ]
  [ -s explain ]
  for f in tree steps explain link ask ./*.err; do harmless "$f" || { echo "$f"; cat -v "$f"; return 1; }; done
}

@test "errors show what they quote as pictures" {
  "$ASTORMER" ask "no$esc[2Jsuch.sqlite" "how many" 2> a.err || true
  "$ASTORMER" tree "$db" "SELECT x$esc[2J FROM y$(printf '\007')" 2> b.err || true
  "$ASTORMER" info "no$esc[2Jsuch.safetensors" 2> c.err || true
  "$ASTORMER" train --dataset jsonl --data "no$esc[2J" --out run 2> d.err || true
  "$ASTORMER" "odd$esc[2J" 2> e.err || true
  for f in a b c d e; do [ -s $f.err ]; done
  harmless ./*.err
}

@test "CSV disarms what a spreadsheet would run, unless told not to" {
  cat > said.jsonl <<'EOS'
{"db": "evil", "question": "formulas", "sql": "SELECT '=1+1' AS \"=a\", '+x', '-y', '@z', -5, 'ok', '''='", "verdict": "right"}
EOS
  "$ASTORMER" ask "$db" formulas --corrections said.jsonl --format csv > guarded.csv
  "$ASTORMER" ask "$db" formulas --corrections said.jsonl --format csv-raw > raw.csv
  [ "$(sed -n 2p guarded.csv | tr -d '\r')" = "'=1+1,'+x,'-y,'@z,-5,ok,'=" ]
  [ "$(sed -n 2p raw.csv | tr -d '\r')" = "=1+1,+x,-y,@z,-5,ok,'=" ]
  [[ "$(head -1 guarded.csv)" == "'=a,"* ]]
}
