-- cosmetics test laboratory
CREATE TABLE lims_client (cl_id INTEGER PRIMARY KEY, cl_nm TEXT NOT NULL, cl_ctry TEXT, cl_since TEXT, cl_hold_yn TEXT NOT NULL);
CREATE TABLE lims_contact (ct_id INTEGER PRIMARY KEY, cl_id INTEGER NOT NULL REFERENCES lims_client(cl_id), ct_nm TEXT NOT NULL, ct_email TEXT, ct_dflt_yn TEXT NOT NULL);
CREATE TABLE lims_prodcat (pc_cd TEXT PRIMARY KEY, pc_nm TEXT NOT NULL, pc_leave_on INTEGER NOT NULL);
CREATE TABLE lims_sample (sm_no TEXT PRIMARY KEY, cl_id INTEGER NOT NULL REFERENCES lims_client(cl_id), pc_cd TEXT NOT NULL REFERENCES lims_prodcat(pc_cd), sm_nm TEXT NOT NULL, sm_lot TEXT, sm_recv TEXT NOT NULL, sm_due TEXT, sm_rush INTEGER NOT NULL, sm_disposed TEXT);
CREATE TABLE lims_method (mt_cd TEXT PRIMARY KEY, mt_nm TEXT NOT NULL, mt_grp TEXT NOT NULL, mt_std_days INTEGER, mt_price_krw INTEGER NOT NULL, mt_accred_yn TEXT NOT NULL);
CREATE TABLE lims_limit (pc_cd TEXT NOT NULL REFERENCES lims_prodcat(pc_cd), mt_cd TEXT NOT NULL REFERENCES lims_method(mt_cd), lim_lo REAL, lim_hi REAL, PRIMARY KEY (pc_cd, mt_cd));
CREATE TABLE lims_analyst (an_id INTEGER PRIMARY KEY, an_nm TEXT NOT NULL, an_team TEXT, an_left TEXT);
CREATE TABLE lims_test (ts_id INTEGER PRIMARY KEY, sm_no TEXT NOT NULL REFERENCES lims_sample(sm_no), mt_cd TEXT NOT NULL REFERENCES lims_method(mt_cd), ts_start TEXT, ts_end TEXT, ts_val REAL, ts_unit TEXT, ts_stat TEXT NOT NULL, an_id INTEGER REFERENCES lims_analyst(an_id), rv_id INTEGER REFERENCES lims_analyst(an_id), ts_retest_of INTEGER REFERENCES lims_test(ts_id));
CREATE TABLE lims_instr (in_id INTEGER PRIMARY KEY, in_nm TEXT NOT NULL, in_calib_due TEXT, in_down_yn TEXT NOT NULL);
CREATE TABLE lims_test_instr (ts_id INTEGER NOT NULL REFERENCES lims_test(ts_id), in_id INTEGER NOT NULL REFERENCES lims_instr(in_id), PRIMARY KEY (ts_id, in_id));
CREATE TABLE lims_panel (pn_id INTEGER PRIMARY KEY, sm_no TEXT NOT NULL REFERENCES lims_sample(sm_no), pn_kind TEXT NOT NULL, pn_subjects INTEGER, pn_reacted INTEGER, pn_date TEXT);
CREATE TABLE lims_invoice (iv_no INTEGER PRIMARY KEY, cl_id INTEGER NOT NULL REFERENCES lims_client(cl_id), iv_date TEXT NOT NULL, iv_krw INTEGER NOT NULL, iv_paid TEXT);
CREATE TABLE lims_status (st_cd TEXT PRIMARY KEY, st_txt TEXT NOT NULL);
CREATE TABLE lims_audit (au_id INTEGER PRIMARY KEY, au_tbl TEXT, au_when TEXT, au_by INTEGER);
CREATE VIEW lims_v_open AS SELECT sm_no, count(*) AS open_tests FROM lims_test WHERE ts_stat IN ('Q', 'R') GROUP BY sm_no;
