-- upholstery workshop: jobs, hours, material, invoices. dates are integers YYYYMMDD
CREATE TABLE uw_cust (cu_id INTEGER PRIMARY KEY, cu_nm TEXT NOT NULL, cu_typ TEXT NOT NULL, cu_cty TEXT, cu_eml TEXT, cu_ref_id INTEGER REFERENCES uw_cust(cu_id), cu_dt_crt INTEGER NOT NULL);
CREATE TABLE uw_sts (st_cd TEXT PRIMARY KEY, st_dsc TEXT NOT NULL);
CREATE TABLE uw_jtyp (jt_cd TEXT PRIMARY KEY, jt_dsc TEXT NOT NULL, jt_std_hrs REAL);
CREATE TABLE uw_emp (em_id INTEGER PRIMARY KEY, em_nm TEXT NOT NULL, em_rt_hr NUMERIC NOT NULL, em_dt_st INTEGER NOT NULL, em_dt_end INTEGER);
CREATE TABLE uw_job (jb_no INTEGER PRIMARY KEY, jb_cu_id INTEGER NOT NULL REFERENCES uw_cust(cu_id), jb_jt_cd TEXT NOT NULL REFERENCES uw_jtyp(jt_cd), jb_dsc TEXT NOT NULL, jb_st_cd TEXT NOT NULL REFERENCES uw_sts(st_cd), jb_dt_in INTEGER NOT NULL, jb_dt_prm INTEGER, jb_dt_out INTEGER, jb_qt_amt NUMERIC NOT NULL, jb_em_sold INTEGER REFERENCES uw_emp(em_id), jb_em_lead INTEGER REFERENCES uw_emp(em_id));
CREATE TABLE uw_hrs (hr_id INTEGER PRIMARY KEY, hr_jb_no INTEGER NOT NULL REFERENCES uw_job(jb_no), hr_em_id INTEGER NOT NULL REFERENCES uw_emp(em_id), hr_dt INTEGER NOT NULL, hr_qty REAL NOT NULL, hr_rwk TEXT NOT NULL);
CREATE TABLE uw_mat (mt_id INTEGER PRIMARY KEY, mt_dsc TEXT NOT NULL, mt_unt TEXT NOT NULL, mt_cst NUMERIC NOT NULL, mt_stk REAL NOT NULL, mt_min REAL NOT NULL, mt_splr TEXT);
CREATE TABLE uw_jmat (jm_jb_no INTEGER NOT NULL REFERENCES uw_job(jb_no), jm_mt_id INTEGER NOT NULL REFERENCES uw_mat(mt_id), jm_qty REAL NOT NULL, PRIMARY KEY (jm_jb_no, jm_mt_id));
CREATE TABLE uw_inv (iv_no INTEGER PRIMARY KEY, iv_jb_no INTEGER NOT NULL REFERENCES uw_job(jb_no), iv_dt INTEGER NOT NULL, iv_dt_due INTEGER NOT NULL, iv_net NUMERIC NOT NULL, iv_vat NUMERIC NOT NULL, iv_dt_pd INTEGER);
