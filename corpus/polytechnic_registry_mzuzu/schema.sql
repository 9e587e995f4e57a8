-- student registry; all dt_ and dob columns are integers YYYYMMDD
CREATE TABLE fac (fac_cd TEXT PRIMARY KEY, fac_nm TEXT NOT NULL, dean_lec_no INTEGER);
CREATE TABLE dpt (dpt_cd TEXT PRIMARY KEY, dpt_nm TEXT NOT NULL, fac_cd TEXT NOT NULL REFERENCES fac(fac_cd), hod_lec_no INTEGER);
CREATE TABLE lec_rnk (rnk_cd TEXT PRIMARY KEY, rnk_nm TEXT NOT NULL);
CREATE TABLE lec (lec_no INTEGER PRIMARY KEY, lec_nm TEXT NOT NULL, dpt_cd TEXT NOT NULL REFERENCES dpt(dpt_cd), rnk_cd TEXT NOT NULL REFERENCES lec_rnk(rnk_cd), dt_appt INTEGER NOT NULL, dt_ret INTEGER);
CREATE TABLE prg (prg_cd TEXT PRIMARY KEY, prg_nm TEXT NOT NULL, dpt_cd TEXT NOT NULL, lvl_cd TEXT NOT NULL, dur_yr INTEGER NOT NULL, dt_clsd INTEGER); -- lvl_cd D diploma, B bachelor, M master
CREATE TABLE spn (spn_cd TEXT PRIMARY KEY, spn_nm TEXT NOT NULL, spn_typ TEXT NOT NULL);
CREATE TABLE stu (stu_no INTEGER PRIMARY KEY, fst_nm TEXT NOT NULL, lst_nm TEXT NOT NULL, sex TEXT NOT NULL, dob INTEGER NOT NULL, ctry_cd TEXT NOT NULL, spn_cd TEXT REFERENCES spn(spn_cd), adv_lec_no INTEGER REFERENCES lec(lec_no), dt_adm INTEGER NOT NULL, eml TEXT);
CREATE TABLE prg_sts (sts_cd TEXT PRIMARY KEY, sts_nm TEXT NOT NULL);
CREATE TABLE stu_prg (stu_no INTEGER NOT NULL, prg_cd TEXT NOT NULL, dt_beg INTEGER NOT NULL, dt_end INTEGER, sts_cd TEXT NOT NULL, PRIMARY KEY (stu_no, prg_cd), FOREIGN KEY (stu_no) REFERENCES stu(stu_no), FOREIGN KEY (prg_cd) REFERENCES prg(prg_cd));
CREATE TABLE ses (ses_cd TEXT PRIMARY KEY, dt_beg INTEGER NOT NULL, dt_end INTEGER NOT NULL);
CREATE TABLE crs (crs_cd TEXT PRIMARY KEY, crs_ttl TEXT NOT NULL, dpt_cd TEXT NOT NULL, crd INTEGER NOT NULL, lvl_no INTEGER NOT NULL);
CREATE TABLE crs_preq (crs_cd TEXT NOT NULL, preq_crs_cd TEXT NOT NULL, PRIMARY KEY (crs_cd, preq_crs_cd), FOREIGN KEY (crs_cd) REFERENCES crs(crs_cd), FOREIGN KEY (preq_crs_cd) REFERENCES crs(crs_cd));
CREATE TABLE crs_off (off_id INTEGER PRIMARY KEY, crs_cd TEXT NOT NULL, ses_cd TEXT NOT NULL, lec_no INTEGER NOT NULL, ast_lec_no INTEGER, cap INTEGER NOT NULL, rm TEXT, FOREIGN KEY (crs_cd) REFERENCES crs(crs_cd));
CREATE TABLE grd (grd_cd TEXT PRIMARY KEY, grd_pt REAL NOT NULL, min_mrk INTEGER NOT NULL, pass_flg TEXT NOT NULL);
CREATE TABLE enr (stu_no INTEGER NOT NULL, off_id INTEGER NOT NULL, dt_enr INTEGER NOT NULL, dt_drp INTEGER, ca_mrk INTEGER, ex_mrk INTEGER, grd_cd TEXT, PRIMARY KEY (stu_no, off_id));
CREATE TABLE thes (thes_id INTEGER PRIMARY KEY, stu_no INTEGER NOT NULL, ttl TEXT NOT NULL, sup_lec_no INTEGER NOT NULL, cosup_lec_no INTEGER, dt_sub INTEGER, dt_def INTEGER, rslt TEXT);
CREATE TABLE fee (fee_id INTEGER PRIMARY KEY, stu_no INTEGER NOT NULL, ses_cd TEXT NOT NULL, amt INTEGER NOT NULL, dt_due INTEGER NOT NULL);
CREATE TABLE fee_pmt (pmt_no INTEGER PRIMARY KEY, fee_id INTEGER NOT NULL, dt_pmt INTEGER NOT NULL, amt INTEGER NOT NULL, rev_flg TEXT NOT NULL, FOREIGN KEY (fee_id) REFERENCES fee(fee_id)); -- rev_flg Y = payment reversed
