CREATE TABLE school (school_id INTEGER PRIMARY KEY, school_name TEXT NOT NULL, pupils INTEGER NOT NULL, contact_email TEXT);
CREATE TABLE model (model_id INTEGER PRIMARY KEY, brand TEXT NOT NULL, model_name TEXT NOT NULL, kind TEXT NOT NULL, price_eur REAL NOT NULL, support_ends INTEGER);
CREATE TABLE device (tag TEXT PRIMARY KEY, model_id INTEGER NOT NULL REFERENCES model(model_id), school_id INTEGER REFERENCES school(school_id), bought INTEGER NOT NULL, written_off INTEGER, stolen TEXT NOT NULL);
CREATE TABLE loan (loan_id INTEGER PRIMARY KEY, tag TEXT NOT NULL REFERENCES device(tag), borrower TEXT NOT NULL, borrower_role TEXT NOT NULL, out_date INTEGER NOT NULL, due_date INTEGER, back_date INTEGER, damaged TEXT);
CREATE TABLE repair (repair_id INTEGER PRIMARY KEY, tag TEXT NOT NULL REFERENCES device(tag), sent_date INTEGER NOT NULL, back_date INTEGER, fault TEXT NOT NULL, cost_eur REAL, warranty TEXT NOT NULL);
