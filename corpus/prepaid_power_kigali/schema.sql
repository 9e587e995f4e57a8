CREATE TABLE meters (meter_no TEXT PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id), feeder_id INTEGER NOT NULL REFERENCES feeders(feeder_id), phase INTEGER NOT NULL, installed_ts INTEGER NOT NULL, removed_ts INTEGER, last_seen_ts INTEGER);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, display_name TEXT NOT NULL, tariff_code TEXT NOT NULL REFERENCES tariffs(tariff_code), sector TEXT NOT NULL, mobile TEXT, national_id_checked INTEGER NOT NULL);
CREATE TABLE tariffs (tariff_code TEXT PRIMARY KEY, label TEXT NOT NULL, rwf_per_kwh INTEGER NOT NULL);
CREATE TABLE substations (substation_id INTEGER PRIMARY KEY, substation_name TEXT NOT NULL, mva REAL NOT NULL);
CREATE TABLE feeders (feeder_id INTEGER PRIMARY KEY, feeder_name TEXT NOT NULL, substation_id INTEGER NOT NULL REFERENCES substations(substation_id), length_km REAL NOT NULL);
CREATE TABLE vendors (vendor_id INTEGER PRIMARY KEY, vendor_name TEXT NOT NULL, channel TEXT NOT NULL, commission_pct REAL NOT NULL);
CREATE TABLE tokens (token_id INTEGER PRIMARY KEY, meter_no TEXT NOT NULL REFERENCES meters(meter_no), vendor_id INTEGER NOT NULL REFERENCES vendors(vendor_id), sold_ts INTEGER NOT NULL, amount_rwf INTEGER NOT NULL, kwh REAL NOT NULL, entered_ts INTEGER, reversed INTEGER NOT NULL);
CREATE TABLE tamper_cases (case_id INTEGER PRIMARY KEY, meter_no TEXT NOT NULL REFERENCES meters(meter_no), detected_ts INTEGER NOT NULL, kind TEXT NOT NULL, penalty_rwf INTEGER, closed_ts INTEGER);
CREATE TABLE outages (outage_id INTEGER PRIMARY KEY, feeder_id INTEGER NOT NULL REFERENCES feeders(feeder_id), start_ts INTEGER NOT NULL, end_ts INTEGER, planned INTEGER NOT NULL, cause TEXT);
