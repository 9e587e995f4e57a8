-- one family's fish tanks at home: fish, water tests, water changes
CREATE TABLE psn (psn_id INTEGER PRIMARY KEY, nm TEXT NOT NULL, brth_yr INTEGER);
CREATE TABLE tnk (tnk_id INTEGER PRIMARY KEY, tnk_nm TEXT NOT NULL, rm TEXT, vol_l INTEGER NOT NULL, salt_flg TEXT NOT NULL, set_dt DATE NOT NULL, brk_dt DATE, own_psn INTEGER NOT NULL REFERENCES psn(psn_id));
CREATE TABLE spc (spc_cd TEXT PRIMARY KEY, cmn_nm TEXT NOT NULL, sci_nm TEXT, grp TEXT NOT NULL, max_cm REAL, shy_flg TEXT NOT NULL);
CREATE TABLE stk (stk_id INTEGER PRIMARY KEY, tnk_id INTEGER NOT NULL REFERENCES tnk(tnk_id), spc_cd TEXT NOT NULL REFERENCES spc(spc_cd), nick TEXT, acq_dt DATE NOT NULL, src TEXT, prc_yen INTEGER, sex TEXT, gone_dt DATE, gone_rsn TEXT);
CREATE TABLE wtr_tst (tst_id INTEGER PRIMARY KEY, tnk_id INTEGER NOT NULL REFERENCES tnk(tnk_id), tst_dt DATE NOT NULL, ph REAL, no3_ppm REAL, nh3_ppm REAL, tmp_c REAL, psn_id INTEGER REFERENCES psn(psn_id));
CREATE TABLE wtr_chg (chg_id INTEGER PRIMARY KEY, tnk_id INTEGER NOT NULL REFERENCES tnk(tnk_id), chg_dt DATE NOT NULL, pct INTEGER NOT NULL, flt_cln_flg TEXT NOT NULL, psn_id INTEGER NOT NULL REFERENCES psn(psn_id));
