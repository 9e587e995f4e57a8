CREATE TABLE van (van_no INTEGER PRIMARY KEY, rego TEXT NOT NULL, depot TEXT NOT NULL, crimper_model TEXT, odometer_km INTEGER NOT NULL);
CREATE TABLE tech (tech_id INTEGER PRIMARY KEY, tech_name TEXT NOT NULL, van_no INTEGER REFERENCES van(van_no), started_year INTEGER NOT NULL, mine_inducted TEXT NOT NULL);
CREATE TABLE client (client_id INTEGER PRIMARY KEY, client_name TEXT NOT NULL, suburb TEXT NOT NULL, industry TEXT NOT NULL, account_terms TEXT NOT NULL);
CREATE TABLE callout (callout_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES client(client_id), tech_id INTEGER REFERENCES tech(tech_id), rang_at TEXT NOT NULL, arrived_at TEXT, left_at TEXT, after_hours TEXT NOT NULL, machine TEXT NOT NULL, job_state TEXT NOT NULL);
CREATE TABLE hose_stock (sku TEXT PRIMARY KEY, descr TEXT NOT NULL, bore_mm INTEGER NOT NULL, max_bar INTEGER NOT NULL, cost_m REAL NOT NULL, sell_m REAL NOT NULL, discontinued TEXT);
CREATE TABLE hose_made (hose_id INTEGER PRIMARY KEY, callout_id INTEGER NOT NULL REFERENCES callout(callout_id), sku TEXT NOT NULL REFERENCES hose_stock(sku), length_m REAL NOT NULL, fittings INTEGER NOT NULL, tag_no TEXT);
CREATE TABLE bill (bill_no INTEGER PRIMARY KEY, callout_id INTEGER NOT NULL REFERENCES callout(callout_id), billed_on TEXT NOT NULL, total_aud REAL NOT NULL, paid_on TEXT);
