CREATE TABLE stations (station_code TEXT PRIMARY KEY, station_name TEXT NOT NULL, road TEXT NOT NULL, direction TEXT NOT NULL, opened_year INTEGER);
CREATE TABLE hauliers (haulier_id INTEGER PRIMARY KEY, haulier_name TEXT NOT NULL, home_country TEXT NOT NULL, phone TEXT, blacklisted_since INTEGER);
CREATE TABLE trucks (plate TEXT PRIMARY KEY, haulier_id INTEGER REFERENCES hauliers(haulier_id), axles INTEGER NOT NULL, body_type TEXT NOT NULL, permitted_kg INTEGER NOT NULL);
CREATE TABLE officers (officer_id INTEGER PRIMARY KEY, officer_name TEXT NOT NULL, station_code TEXT NOT NULL REFERENCES stations(station_code), hired_at INTEGER NOT NULL, left_at INTEGER);
CREATE TABLE weighings (weighing_id INTEGER PRIMARY KEY, plate TEXT NOT NULL REFERENCES trucks(plate), station_code TEXT NOT NULL REFERENCES stations(station_code), weighed_at INTEGER NOT NULL, gross_kg INTEGER NOT NULL, cargo TEXT, officer_id INTEGER REFERENCES officers(officer_id), result CHAR(1) NOT NULL);
CREATE TABLE fines (fine_id INTEGER PRIMARY KEY, weighing_id INTEGER NOT NULL REFERENCES weighings(weighing_id), fine_kes INTEGER NOT NULL, issued_at INTEGER NOT NULL, paid_at INTEGER, court_case INTEGER NOT NULL);
CREATE VIEW open_fines AS SELECT fine_id, weighing_id, fine_kes FROM fines WHERE paid_at IS NULL;
