#!/usr/bin/env python3
# Makes one large database of many small ones: those folders of a corpus whose tables all have other
# names, up to a number of tables, and the questions that go with them.
#   bench/merge_corpus.py CORPUS OUT.sqlite OUT.jsonl [TABLES]     folders of heldout.txt are left out
import json, os, sqlite3, sys
corpus, out_db, out_questions = sys.argv[1:4]
wanted = int(sys.argv[4]) if len(sys.argv) > 4 else 300
held = set(open(os.path.join(corpus, 'heldout.txt')).read().split())
if os.path.exists(out_db):
    os.remove(out_db)
merged, names, questions = sqlite3.connect(out_db), set(), open(out_questions, 'w')
for folder in sorted(os.listdir(corpus)):
    path = os.path.join(corpus, folder)
    if folder in held or not os.path.exists(path + '/schema.sql') or len(names) >= wanted:
        continue
    schema, rows = open(path + '/schema.sql').read(), open(path + '/rows.sql').read()
    small = sqlite3.connect(':memory:')
    small.executescript(schema)
    own = {n.lower() for n, in small.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")}
    if own & names:
        continue
    merged.executescript(schema)
    merged.executescript(rows)
    names |= own
    for line in open(path + '/questions.jsonl'):
        record = json.loads(line)
        if record['sql']:
            record.update(db='merged', database=os.path.abspath(out_db))
            questions.write(json.dumps(record) + '\n')
merged.commit()
print(len(names), 'tables and views')
