CREATE TABLE ta (ta_id INTEGER PRIMARY KEY, ta_name TEXT NOT NULL, district TEXT NOT NULL, population INTEGER);
CREATE TABLE borehole (bh_no TEXT PRIMARY KEY, village TEXT NOT NULL, ta_id INTEGER NOT NULL REFERENCES ta(ta_id), drilled_on TEXT, depth_m REAL, yield_lps REAL, pump_type TEXT NOT NULL, status CHAR(2) NOT NULL, donor_id INTEGER REFERENCES donor(donor_id), households INTEGER);
CREATE TABLE donor (donor_id INTEGER PRIMARY KEY, donor_name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE committee (committee_id INTEGER PRIMARY KEY, bh_no TEXT NOT NULL REFERENCES borehole(bh_no), chair_name TEXT NOT NULL, chair_gender TEXT NOT NULL, women INTEGER NOT NULL, men INTEGER NOT NULL, fund_mwk INTEGER NOT NULL, trained TEXT NOT NULL);
CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, bh_no TEXT NOT NULL REFERENCES borehole(bh_no), visited_on TEXT NOT NULL, officer TEXT NOT NULL, working TEXT NOT NULL, remark TEXT);
CREATE TABLE repair (repair_id INTEGER PRIMARY KEY, bh_no TEXT NOT NULL REFERENCES borehole(bh_no), broke_on TEXT NOT NULL, fixed_on TEXT, part TEXT NOT NULL, cost_mwk INTEGER, mechanic TEXT);
CREATE TABLE water_test (test_id INTEGER PRIMARY KEY, bh_no TEXT NOT NULL REFERENCES borehole(bh_no), tested_on TEXT NOT NULL, ecoli_cfu INTEGER NOT NULL, fluoride_mgl REAL, ec_us INTEGER);
