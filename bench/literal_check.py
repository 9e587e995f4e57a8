#!/usr/bin/env python3
# Is every text in the answers somebody's?  Takes the answers of `astormer eval` to a corpus, and of each string literal
# asks whether it is said in the question or the earlier ones, stored in the database, or derived from what was said:
# a date, a moment or a number where the question speaks of time or numbers.  Knows nothing of how answers are made.
#   astormer eval --dataset corpus --data corpus --split heldout --model FILE --out OUT
#   bench/literal_check.py corpus OUT/report.json            ends with 1 if a literal is nobody's
# All questions: the same with --split train; its databases are more than four hundred.
import collections, json, os, re, sqlite3, sys, unicodedata

MODIFIERS = re.compile(r'^(%[A-Za-z0-9%:. -]*|-01-01|now|start of (day|month|year)|weekday \d|localtime|utc|unixepoch|'
                       r'[+-]?\d+(\.\d+)? (second|minute|hour|day|month|year)s?)$')  # SQLite's own words of time; what makes a day of a year
DATE = re.compile(r'^\d{4}(-\d\d(-\d\d)?)?([ T]\d\d:\d\d(:\d\d)?)?Z?$|^\d\d:\d\d(:\d\d)?$|^\d{8}$|^\d\d?$')
TIME_WORDS = re.compile(r'\d|\b(today|yesterday|tomorrow|now|this|last|next|past|ago|since|year|quarter|month|week|day|night|'
                        r'noon|midnight|morning|evening|afternoon|spring|summer|autumn|winter|christmas|'
                        r'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|overdue|expired?|'
                        r'current|still|due|late|upcoming|future|first|second|third|fourth|half|decade|century)', re.I)

def normal(text):
    text = unicodedata.normalize('NFKD', text.casefold())
    return ' '.join(re.findall(r'\w+', ''.join(c for c in text if not unicodedata.combining(c))))

def stored_texts(folder):
    db = sqlite3.connect(':memory:')
    db.execute('PRAGMA foreign_keys = OFF')
    for name in ('schema.sql', 'rows.sql'):
        db.executescript(open(os.path.join(folder, name), encoding='utf-8').read())
    texts = set()
    for table, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall():
        for row in db.execute('SELECT * FROM "%s"' % table):
            texts.update(str(cell) for cell in row if cell is not None)
    return texts

def literals(sql):
    sql = re.sub(r"\|\| '[-: T]' \|\| substr\(", '|| substr(', sql)  # how a date kept as 20230506 is read
    return [text.replace("''", "'") for text in re.findall(r"'((?:[^']|'')*)'", re.sub(r'"[^"]*"', '""', sql))]

def whose(text, said, stored):
    if MODIFIERS.match(text):
        return 'SQL'
    if text in stored:
        return 'stored'
    bare = normal(text.strip('%'))
    if bare and (' %s ' % bare in ' %s ' % normal(said) or normal(said).find(bare) >= 0):
        return 'said'
    if DATE.match(text) and TIME_WORDS.search(said):
        return 'derived'
    if '%' in text and (bare == '' or any(bare in normal(s) for s in stored)):
        return 'pattern'
    return 'nobody'

def main():
    corpus, report = sys.argv[1], json.load(open(sys.argv[2], encoding='utf-8'))
    count, n, cells = collections.Counter(), 0, {}
    for e in report['examples']:
        sql = e.get('pred') or ''
        if not sql:
            continue
        n += 1
        if e['db_id'] not in cells:
            cells = {e['db_id']: stored_texts(os.path.join(corpus, e['db_id']))}
        said = ' | '.join([e['question']] + [h if isinstance(h, str) else h.get('question', '') for h in e.get('history', [])])
        for text in literals(sql):
            kind = whose(text, said, cells[e['db_id']])
            count[kind] += 1
            if kind == 'nobody':
                print("'%s' is nobody's: %s: %s\n  %s" % (text, e.get('id', e['db_id']), said, sql))
    print('%d answers, %d string literals: %s' % (n, sum(count.values()), ', '.join('%d %s' % (count[k], k) for k in sorted(count))))
    return 1 if count['nobody'] or not n else 0

sys.exit(main())
