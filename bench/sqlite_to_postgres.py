#!/usr/bin/env python3
"""sqlite_to_postgres.py FOLDER: a database of the corpus as a script for psql.

A column gets the type it declares if all its values are of it, else text; keys are declared, so
that PostgreSQL knows what a grouped key determines.  A view becomes a table with its rows."""
import re
import sqlite3
import sys


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def fits(kind, value):
    text = str(value)
    if kind == 'date':
        return bool(re.fullmatch(r'\d{4}-\d\d-\d\d', text))
    if kind == 'timestamp':
        return bool(re.fullmatch(r'\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?', text))
    if kind == 'boolean':
        return value in (0, 1)
    if kind == 'bigint':
        return isinstance(value, int)
    if kind in ('double precision', 'numeric'):
        return isinstance(value, (int, float))
    return True


def postgres_type(declared):
    declared = declared.upper()
    for start, kind in (('INT', 'bigint'), ('BIGINT', 'bigint'), ('REAL', 'double precision'),
                        ('NUMERIC', 'numeric'), ('DECIMAL', 'numeric'), ('DATETIME', 'timestamp'),
                        ('TIMESTAMP', 'timestamp'), ('DATE', 'date'), ('BOOL', 'boolean')):
        if declared.startswith(start):
            return kind
    return 'text'


def guessed_type(values):
    """of a view's column that is computed"""
    for kind in ('bigint', 'double precision'):
        if all(value is None or fits(kind, value) for value in values):
            return kind
    return 'text'


def field(value):
    if value is None:
        return '\\N'
    text = str(value)
    return text.replace('\\', '\\\\').replace('\t', '\\t').replace('\n', '\\n').replace('\r', '\\r')


db = sqlite3.connect(':memory:')
for script in ('schema.sql', 'rows.sql'):
    db.executescript(open(sys.argv[1] + '/' + script).read())
for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'").fetchall():
    columns = db.execute(f'PRAGMA table_info({quoted(table)})').fetchall()
    rows = db.execute(f'SELECT * FROM {quoted(table)}').fetchall()
    types = []
    for i, column in enumerate(columns):
        kind = postgres_type(column[2]) if column[2] else guessed_type([row[i] for row in rows])
        if not all(row[i] is None or fits(kind, row[i]) for row in rows):
            kind = 'text'
        types.append(kind)
    parts = [f'{quoted(c[1])} {t}{" NOT NULL" if c[3] else ""}' for c, t in zip(columns, types)]
    key = [quoted(c[1]) for c in sorted(columns, key=lambda c: c[5]) if c[5]]
    if key:
        parts.append(f'PRIMARY KEY ({", ".join(key)})')
    print(f'CREATE TABLE {quoted(table)} ({", ".join(parts)});')
    print(f'COPY {quoted(table)} FROM STDIN;')
    for row in rows:
        print('\t'.join(field(int(v) if t == 'boolean' and v is not None else v) for v, t in zip(row, types)))
    print('\\.')
