CREATE TABLE lp_harvester (harvester_id INTEGER PRIMARY KEY, name TEXT NOT NULL, wharf_cd TEXT NOT NULL REFERENCES lp_wharf(wharf_cd), lfa INTEGER NOT NULL, traps INTEGER, retired_flag TEXT NOT NULL);
CREATE TABLE lp_wharf (wharf_cd TEXT PRIMARY KEY, wharf_name TEXT NOT NULL, drive_min INTEGER NOT NULL);
CREATE TABLE lp_grade (grade_cd TEXT PRIMARY KEY, grade_name TEXT NOT NULL, min_g INTEGER NOT NULL, max_g INTEGER);
CREATE TABLE lp_landing (landing_id INTEGER PRIMARY KEY, harvester_id INTEGER NOT NULL REFERENCES lp_harvester(harvester_id), landed_ts INTEGER NOT NULL, grade_cd TEXT NOT NULL REFERENCES lp_grade(grade_cd), lbs REAL NOT NULL, price_lb REAL NOT NULL, settled_ts INTEGER);
CREATE TABLE lp_tank (tank_no INTEGER PRIMARY KEY, litres INTEGER NOT NULL, building TEXT NOT NULL, offline_since INTEGER);
CREATE TABLE lp_holding (holding_id INTEGER PRIMARY KEY, landing_id INTEGER NOT NULL REFERENCES lp_landing(landing_id), tank_no INTEGER NOT NULL REFERENCES lp_tank(tank_no), in_ts INTEGER NOT NULL, out_ts INTEGER, in_lbs REAL NOT NULL, dead_lbs REAL NOT NULL);
CREATE TABLE lp_probe (probe_id INTEGER PRIMARY KEY, tank_no INTEGER NOT NULL REFERENCES lp_tank(tank_no), read_ts INTEGER NOT NULL, temp_c REAL NOT NULL, oxygen_pct REAL, alarm INTEGER NOT NULL);
CREATE TABLE lp_customer (cust_id INTEGER PRIMARY KEY, cust_name TEXT NOT NULL, country TEXT NOT NULL, airfreight INTEGER NOT NULL);
CREATE TABLE lp_shipment (ship_id INTEGER PRIMARY KEY, cust_id INTEGER NOT NULL REFERENCES lp_customer(cust_id), tank_no INTEGER REFERENCES lp_tank(tank_no), shipped_ts INTEGER NOT NULL, grade_cd TEXT NOT NULL REFERENCES lp_grade(grade_cd), lbs REAL NOT NULL, price_lb REAL NOT NULL, claim_cad REAL, paid_ts INTEGER);
