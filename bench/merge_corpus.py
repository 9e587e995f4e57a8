#!/usr/bin/env python3
# Makes one large database of many small ones: those folders of a corpus whose tables all have other
# names, up to a number of tables, and the questions that go with them.
#   bench/merge_corpus.py CORPUS OUT.sqlite OUT.jsonl [TABLES [SEED [heldout|odd|even|FILE]]]
# Folders go by name, or with a SEED other than 0 in an order it draws; those of heldout.txt are left out, or with
# "heldout" no others are taken; with "odd" or "even" those that `tools/word-pairs even` or `odd` has not seen;
# with a FILE those it lists (corpus/later.txt).
import json, os, random, sqlite3, sys
corpus, out_db, out_questions = sys.argv[1:4]
wanted = int(sys.argv[4]) if len(sys.argv) > 4 else 300
seed = int(sys.argv[5]) if len(sys.argv) > 5 else 0
part = sys.argv[6] if len(sys.argv) > 6 else 'all'
held = set(open(os.path.join(corpus, 'heldout.txt')).read().split())
listed = set(open(part).read().split()) if os.path.exists(part) else None
folders = [f for i, f in enumerate(sorted(os.listdir(corpus)))
           if (f in held) == (part == 'heldout') and os.path.exists(os.path.join(corpus, f, 'schema.sql'))
           and (listed is None or f in listed) and i % 2 == {'odd': 1, 'even': 0}.get(part, i % 2)]
if seed:
    random.Random(seed).shuffle(folders)
if os.path.exists(out_db):
    os.remove(out_db)
merged, names, questions, used = sqlite3.connect(out_db), set(), open(out_questions, 'w'), 0
merged.executescript('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY')
for folder in folders:
    path = os.path.join(corpus, folder)
    if len(names) >= wanted:
        break
    schema, rows = open(path + '/schema.sql').read(), open(path + '/rows.sql').read()
    small = sqlite3.connect(':memory:')
    small.executescript(schema)
    own = {n.lower() for n, in small.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")}
    if own & names:
        continue
    merged.executescript(schema)
    merged.executescript('PRAGMA foreign_keys = OFF;' + rows)
    names |= own
    used += 1
    for line in open(path + '/questions.jsonl'):
        record = json.loads(line)
        if record['sql']:
            record.update(db='merged', database=os.path.abspath(out_db))
            questions.write(json.dumps(record) + '\n')
merged.commit()
print(len(names), 'tables and views of', used, 'databases')
