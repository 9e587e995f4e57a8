CREATE TABLE people (person_id INTEGER PRIMARY KEY, person_name TEXT NOT NULL, mobile TEXT, is_trade INTEGER NOT NULL, since_day INTEGER NOT NULL);
CREATE TABLE job_types (job_code TEXT PRIMARY KEY, job_name TEXT NOT NULL, list_cents INTEGER NOT NULL, usual_days INTEGER NOT NULL);
CREATE TABLE tickets (ticket_no INTEGER PRIMARY KEY, person_id INTEGER REFERENCES people(person_id), article TEXT NOT NULL, brand TEXT, dropped_ts INTEGER NOT NULL, promised_ts INTEGER NOT NULL, ready_ts INTEGER, collected_ts INTEGER, paid_cents INTEGER, shelf TEXT);
CREATE TABLE ticket_jobs (ticket_no INTEGER NOT NULL REFERENCES tickets(ticket_no), job_code TEXT NOT NULL REFERENCES job_types(job_code), cents INTEGER NOT NULL, craftsman TEXT NOT NULL, PRIMARY KEY (ticket_no, job_code));
