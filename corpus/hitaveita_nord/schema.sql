-- geothermal district heating, north Iceland
CREATE TABLE borehole (bh_id INTEGER PRIMARY KEY, bh_name TEXT NOT NULL, drilled INTEGER, depth_m INTEGER, temp_c REAL, max_lps REAL, shut_since TEXT);
CREATE TABLE pumphouse (ph_id INTEGER PRIMARY KEY, ph_name TEXT NOT NULL, fed_by INTEGER REFERENCES borehole(bh_id), backup_by INTEGER REFERENCES borehole(bh_id));
CREATE TABLE district (dis_id INTEGER PRIMARY KEY, dis_name TEXT NOT NULL, ph_id INTEGER REFERENCES pumphouse(ph_id));
CREATE TABLE premise (prem_id INTEGER PRIMARY KEY, street TEXT NOT NULL, house_no TEXT, dis_id INTEGER NOT NULL REFERENCES district(dis_id), heated_m3 INTEGER, usage TEXT NOT NULL);
CREATE TABLE subscriber (sub_id INTEGER PRIMARY KEY, sub_name TEXT NOT NULL, kennitala TEXT, email TEXT);
CREATE TABLE supply (sup_id INTEGER PRIMARY KEY, prem_id INTEGER NOT NULL REFERENCES premise(prem_id), sub_id INTEGER NOT NULL REFERENCES subscriber(sub_id), payer_id INTEGER REFERENCES subscriber(sub_id), start_on TEXT NOT NULL, end_on TEXT, tariff TEXT NOT NULL);
CREATE TABLE meter (meter_no TEXT PRIMARY KEY, prem_id INTEGER NOT NULL REFERENCES premise(prem_id), fitted_on TEXT NOT NULL, removed_on TEXT, smart TEXT NOT NULL);
CREATE TABLE reading (meter_no TEXT NOT NULL REFERENCES meter(meter_no), read_on TEXT NOT NULL, m3 REAL NOT NULL, estimated TEXT NOT NULL, PRIMARY KEY (meter_no, read_on));
CREATE TABLE tariff_price (tariff TEXT NOT NULL, from_year INTEGER NOT NULL, isk_per_m3 REAL NOT NULL, PRIMARY KEY (tariff, from_year));
CREATE TABLE bill (bill_no INTEGER PRIMARY KEY, sup_id INTEGER NOT NULL REFERENCES supply(sup_id), period TEXT NOT NULL, m3 REAL NOT NULL, isk INTEGER NOT NULL, paid_on TEXT);
CREATE TABLE outage (out_id INTEGER PRIMARY KEY, dis_id INTEGER NOT NULL REFERENCES district(dis_id), began TEXT NOT NULL, ended TEXT, cause TEXT, planned TEXT NOT NULL);
CREATE TABLE complaint (comp_id INTEGER PRIMARY KEY, sup_id INTEGER REFERENCES supply(sup_id), made_on TEXT NOT NULL, about TEXT NOT NULL, solved_on TEXT);
CREATE TABLE snow_melt (prem_id INTEGER PRIMARY KEY REFERENCES premise(prem_id), area_m2 INTEGER NOT NULL);
CREATE TABLE crew (crew_id INTEGER PRIMARY KEY, crew_name TEXT NOT NULL, leader TEXT);
CREATE TABLE repair (rep_id INTEGER PRIMARY KEY, out_id INTEGER REFERENCES outage(out_id), crew_id INTEGER NOT NULL REFERENCES crew(crew_id), hours REAL, cost_isk INTEGER);
CREATE TABLE archive_bill (bill_no INTEGER, isk INTEGER, archived TEXT);
