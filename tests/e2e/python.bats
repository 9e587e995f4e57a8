#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The Python package: installed with pip into a folder of its own, asked, and told off.

load tiny_model

setup_file() {
  for PYTHON in python3 /usr/bin/python3 none; do
    "$PYTHON" -c 'import setuptools, wheel' 2>/dev/null && "$PYTHON" -m pip --version >/dev/null 2>&1 && break
  done
  export PYTHON
  [ "$PYTHON" != none ] || return 0
  tiny_model
  export SITE=$BATS_FILE_TMPDIR/site
  mkdir "$BATS_FILE_TMPDIR/source"
  cp -r "$ASTORMER_ROOT"/{pyproject.toml,README.md,python} "$BATS_FILE_TMPDIR/source"
  (cd "$BATS_FILE_TMPDIR/source" && "$PYTHON" -m pip install --quiet --no-index --no-build-isolation --no-deps --target "$SITE" . >&2)
  export ASTORMER_LIBRARY=${ASTORMER%/*}/libastormer.so.0 PYTHONPATH=$SITE ASTORMER_WORKER=$ASTORMER
}

setup() {
  [ "$PYTHON" != none ] || skip "no python3 with pip, setuptools and wheel"
  cd "$BATS_TEST_TMPDIR"
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache XDG_DATA_HOME=$BATS_TEST_TMPDIR/data
  sqlite3 shop.sqlite "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, price REAL, cover BLOB);
    INSERT INTO book VALUES (1, 'Salt', 9.5, x'00ff'), (2, 'Barley', 12, NULL), (9007199254740993, 'Größe', NULL, NULL);"
}

@test "a database is asked and its rows come as Python values" {
  "$PYTHON" - <<'PY'
import astormer, os
with astormer.open("shop.sqlite", os.environ["ASTORMER_MODEL"], corrections="") as db:
    assert [t["name"] for t in db.schema["tables"]] == ["book"]
    answer = db.ask("how many books are there?")
    assert answer.sql.upper().startswith("SELECT") and answer.told.endswith("."), answer
    assert 0 <= answer.confidence <= 1 and answer.queries[0].share > 0
    assert len(answer.rows().columns) >= 1
    rows = db.run("SELECT id, title, price, cover FROM book ORDER BY id")
    assert list(rows) == [(1, "Salt", 9.5, b"\x00\xff"), (2, "Barley", 12.0, None), (9007199254740993, "Größe", None, None)]
    assert rows.total == 3 and rows.columns == ["id", "title", "price", "cover"]
    assert len(db.run("SELECT id FROM book", max_rows=2)) == 2
PY
}

@test "errors are exceptions that say what is wrong, and closed things say so" {
  "$PYTHON" - <<'PY'
import astormer, os
def fails(call, kind, words):
    try:
        call()
    except kind as error:
        assert words in str(error), error
        return error
    raise SystemExit(f"no error about {words}")
model = os.environ["ASTORMER_MODEL"]
assert fails(lambda: astormer.open("missing.sqlite", model), astormer.AstormerError, "missing.sqlite").status == astormer.Status.IO
db = astormer.open("shop.sqlite", model, corrections="")
fails(lambda: db.run("DELETE FROM book"), astormer.AstormerError, "")
fails(lambda: db.run("SELECT nothing FROM book"), astormer.AstormerError, "nothing")
fails(lambda: db.ask("what?", today="yesterday"), astormer.AstormerError, "YYYY-MM-DD")
fails(lambda: db.correct("q", "SELECT 1", "maybe"), ValueError, "verdict")
db.close()
db.close()
fails(lambda: db.run("SELECT 1"), ValueError, "closed")
fails(lambda: astormer.open("shop.sqlite", model, tables=["book"], deny=["nope"]).run("SELECT 1 FROM secret"), astormer.AstormerError, "")
PY
}

@test "several threads ask one database, and corrections are remembered" {
  "$PYTHON" - <<'PY'
import astormer, os, threading
with astormer.open("shop.sqlite", os.environ["ASTORMER_MODEL"], corrections="mine.jsonl") as db:
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(db.ask("list all titles").sql)) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert len(answers) == 4 and len(set(answers)) == 1
    db.correct("the cheap one", "SELECT title FROM book ORDER BY price LIMIT 1", "right")
    answer = db.ask("the cheap one")
    assert answer.sql == "SELECT title FROM book ORDER BY price LIMIT 1", answer
    assert "price" in answer.told
PY
}

@test "without the library importing says what to install" {
  run env ASTORMER_LIBRARY=/nowhere/libastormer.so "$PYTHON" -c "import astormer"
  [ "$status" -ne 0 ]
  [[ "$output" == *"install astormer"* ]]
}
