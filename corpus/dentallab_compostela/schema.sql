-- dental laboratory, Santiago de Compostela
CREATE TABLE dl_clinic (cln_id INTEGER PRIMARY KEY, cln_name TEXT NOT NULL, cln_town TEXT, cln_disc_pct INTEGER NOT NULL, cln_inactive TEXT NOT NULL);
CREATE TABLE dl_dentist (den_id INTEGER PRIMARY KEY, den_name TEXT NOT NULL, cln_id INTEGER NOT NULL REFERENCES dl_clinic(cln_id), den_mobile TEXT);
CREATE TABLE dl_worktype (wt_code TEXT PRIMARY KEY, wt_name TEXT NOT NULL, wt_price_cents INTEGER NOT NULL, wt_days INTEGER NOT NULL);
CREATE TABLE dl_material (mat_code TEXT PRIMARY KEY, mat_name TEXT NOT NULL, mat_cost_g_cents INTEGER, mat_biocert TEXT);
CREATE TABLE dl_tech (tec_id INTEGER PRIMARY KEY, tec_name TEXT NOT NULL, tec_bench TEXT, tec_boss INTEGER REFERENCES dl_tech(tec_id), tec_left TEXT);
CREATE TABLE dl_case (cas_no INTEGER PRIMARY KEY, den_id INTEGER NOT NULL REFERENCES dl_dentist(den_id), cas_patient TEXT NOT NULL, wt_code TEXT NOT NULL REFERENCES dl_worktype(wt_code), cas_units INTEGER NOT NULL, cas_in TEXT NOT NULL, cas_due TEXT NOT NULL, cas_out TEXT, cas_shade TEXT, cas_remake_of INTEGER REFERENCES dl_case(cas_no), cas_sts INTEGER NOT NULL);
CREATE TABLE dl_step (stp_id INTEGER PRIMARY KEY, cas_no INTEGER NOT NULL REFERENCES dl_case(cas_no), stp_name TEXT NOT NULL, done_by INTEGER REFERENCES dl_tech(tec_id), qc_by INTEGER REFERENCES dl_tech(tec_id), stp_min INTEGER, stp_ok INTEGER);
CREATE TABLE dl_case_mat (cas_no INTEGER NOT NULL REFERENCES dl_case(cas_no), mat_code TEXT NOT NULL REFERENCES dl_material(mat_code), grams REAL NOT NULL, lot TEXT, PRIMARY KEY (cas_no, mat_code));
CREATE TABLE dl_invoice (inv_no INTEGER PRIMARY KEY, cln_id INTEGER NOT NULL REFERENCES dl_clinic(cln_id), inv_month TEXT NOT NULL, inv_cents INTEGER NOT NULL, inv_paid TEXT);
CREATE TABLE dl_status (sts INTEGER PRIMARY KEY, sts_text TEXT NOT NULL);
CREATE TABLE dl_courier (cou_id INTEGER PRIMARY KEY, cou_date TEXT, cln_id INTEGER, boxes INTEGER);
