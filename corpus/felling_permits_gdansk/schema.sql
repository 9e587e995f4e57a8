CREATE TABLE districts (id INTEGER PRIMARY KEY, name TEXT NOT NULL, population INTEGER, green_share_pct REAL);
CREATE TABLE species (id INTEGER PRIMARY KEY, common_name TEXT NOT NULL, latin_name TEXT, native TEXT NOT NULL, fee_per_cm NUMERIC);
CREATE TABLE applicants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, email TEXT, registered_on TEXT);
CREATE TABLE officers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, section TEXT, supervisor_id INTEGER REFERENCES officers(id), left_on TEXT);
CREATE TABLE applications (id INTEGER PRIMARY KEY, ref_no TEXT UNIQUE, applicant_id INTEGER NOT NULL REFERENCES applicants(id), district_id INTEGER NOT NULL REFERENCES districts(id), street TEXT, reason TEXT, lodged_at TEXT NOT NULL, decided_at TEXT, decision TEXT, inspector_id INTEGER REFERENCES officers(id), decider_id INTEGER REFERENCES officers(id), emergency TEXT NOT NULL);
CREATE TABLE application_trees (id INTEGER PRIMARY KEY, application_id INTEGER NOT NULL REFERENCES applications(id), species_id INTEGER NOT NULL REFERENCES species(id), girth_cm INTEGER, height_m REAL, condition TEXT, approved TEXT);
CREATE TABLE replanting_orders (id INTEGER PRIMARY KEY, application_id INTEGER NOT NULL REFERENCES applications(id), species_id INTEGER REFERENCES species(id), quantity INTEGER NOT NULL, due_on TEXT NOT NULL, planted_on TEXT);
CREATE TABLE objections (id INTEGER PRIMARY KEY, application_id INTEGER NOT NULL REFERENCES applications(id), objector TEXT, received_at TEXT NOT NULL, upheld TEXT);
CREATE TABLE fee_payments (id INTEGER PRIMARY KEY, application_id INTEGER NOT NULL REFERENCES applications(id), amount_zl NUMERIC NOT NULL, paid_at TEXT, method TEXT);
