-- e-waste dismantling, Bengaluru; weights in grams
CREATE TABLE src_client (clt_id INTEGER PRIMARY KEY, clt_name TEXT NOT NULL, clt_sector TEXT, clt_gstin TEXT, wipe_reqd TEXT NOT NULL);
CREATE TABLE src_pickup (pck_id INTEGER PRIMARY KEY, clt_id INTEGER NOT NULL REFERENCES src_client(clt_id), pck_on TEXT NOT NULL, vehicle TEXT, crew_lead INTEGER REFERENCES hr_worker(wkr_id), pck_sts TEXT NOT NULL);
CREATE TABLE hr_worker (wkr_id INTEGER PRIMARY KEY, wkr_name TEXT NOT NULL, skill TEXT, joined TEXT, left_on TEXT, reports_to INTEGER REFERENCES hr_worker(wkr_id));
CREATE TABLE inv_category (cat_cd TEXT PRIMARY KEY, cat_name TEXT NOT NULL, hazard TEXT NOT NULL);
CREATE TABLE inv_asset (ast_id INTEGER PRIMARY KEY, pck_id INTEGER NOT NULL REFERENCES src_pickup(pck_id), cat_cd TEXT NOT NULL REFERENCES inv_category(cat_cd), make TEXT, serial TEXT, weight_g INTEGER NOT NULL, grade TEXT, fate TEXT);
CREATE TABLE dat_wipe (wip_id INTEGER PRIMARY KEY, ast_id INTEGER NOT NULL REFERENCES inv_asset(ast_id), wiped_on TEXT NOT NULL, method TEXT, passed TEXT NOT NULL, done_by INTEGER REFERENCES hr_worker(wkr_id), verified_by INTEGER REFERENCES hr_worker(wkr_id));
CREATE TABLE prc_batch (bat_id INTEGER PRIMARY KEY, started TEXT NOT NULL, finished TEXT, line TEXT NOT NULL, in_g INTEGER NOT NULL);
CREATE TABLE prc_output (bat_id INTEGER NOT NULL REFERENCES prc_batch(bat_id), mat_cd TEXT NOT NULL REFERENCES mat_material(mat_cd), out_g INTEGER NOT NULL, PRIMARY KEY (bat_id, mat_cd));
CREATE TABLE mat_material (mat_cd TEXT PRIMARY KEY, mat_name TEXT NOT NULL, rs_per_kg REAL);
CREATE TABLE sal_buyer (buy_id INTEGER PRIMARY KEY, buy_name TEXT NOT NULL, state TEXT);
CREATE TABLE sal_lot (lot_id INTEGER PRIMARY KEY, mat_cd TEXT REFERENCES mat_material(mat_cd), buy_id INTEGER REFERENCES sal_buyer(buy_id), sold_on TEXT, kg REAL NOT NULL, rs INTEGER);
CREATE TABLE ehs_incident (inc_id INTEGER PRIMARY KEY, on_date TEXT NOT NULL, line TEXT, kind TEXT NOT NULL, lost_days INTEGER NOT NULL);
CREATE TABLE cpl_cert (cert_id INTEGER PRIMARY KEY, clt_id INTEGER NOT NULL REFERENCES src_client(clt_id), pck_id INTEGER REFERENCES src_pickup(pck_id), issued TEXT);
