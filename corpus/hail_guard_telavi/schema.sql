-- anti-hail service, Kakheti
CREATE TABLE mun (mun_cd TEXT PRIMARY KEY, mun_nm TEXT NOT NULL);
CREATE TABLE grp (grp_cd TEXT PRIMARY KEY, grp_nm TEXT NOT NULL, clr TEXT NOT NULL);
CREATE TABLE cls (cls_no INTEGER PRIMARY KEY, cls_dsc TEXT NOT NULL);
CREATE TABLE res (res_cd TEXT PRIMARY KEY, res_dsc TEXT NOT NULL);
CREATE TABLE csts (csts_cd TEXT PRIMARY KEY, csts_dsc TEXT NOT NULL);
CREATE TABLE lpt (lpt_no INTEGER PRIMARY KEY, lpt_nm TEXT NOT NULL, mun_cd TEXT NOT NULL REFERENCES mun(mun_cd), alt_m INTEGER, rck_cap INTEGER NOT NULL, dcm_dt DATE);
CREATE TABLE emp (emp_id INTEGER PRIMARY KEY, emp_nm TEXT NOT NULL, job TEXT NOT NULL, lpt_no INTEGER REFERENCES lpt(lpt_no), lic_exp DATE, tel TEXT, act_yn TEXT NOT NULL);
CREATE TABLE cel (cel_id INTEGER PRIMARY KEY, det_ts DATETIME NOT NULL, end_ts DATETIME, cls_no INTEGER NOT NULL REFERENCES cls(cls_no), mun_cd TEXT NOT NULL REFERENCES mun(mun_cd), hl_mm INTEGER);
CREATE TABLE ord (ord_id INTEGER PRIMARY KEY, cel_id INTEGER NOT NULL REFERENCES cel(cel_id), lpt_no INTEGER NOT NULL REFERENCES lpt(lpt_no), iss_by INTEGER NOT NULL REFERENCES emp(emp_id), exe_by INTEGER REFERENCES emp(emp_id), ord_ts DATETIME NOT NULL, qty_ord INTEGER NOT NULL, qty_fir INTEGER NOT NULL, res_cd TEXT NOT NULL REFERENCES res(res_cd));
CREATE TABLE grw (grw_id INTEGER PRIMARY KEY, grw_nm TEXT NOT NULL, vlg TEXT, mun_cd TEXT NOT NULL REFERENCES mun(mun_cd), tel TEXT, reg_dt DATE NOT NULL, del_dt DATE);
CREATE TABLE vyd (vyd_id INTEGER PRIMARY KEY, own_id INTEGER NOT NULL REFERENCES grw(grw_id), tnt_id INTEGER REFERENCES grw(grw_id), mun_cd TEXT NOT NULL REFERENCES mun(mun_cd), grp_cd TEXT NOT NULL REFERENCES grp(grp_cd), ha REAL NOT NULL, pln_yr INTEGER);
CREATE TABLE clm (clm_no INTEGER PRIMARY KEY, vyd_id INTEGER NOT NULL REFERENCES vyd(vyd_id), cel_id INTEGER NOT NULL REFERENCES cel(cel_id), rpt_dt DATE NOT NULL, pct_rpt INTEGER NOT NULL, pct_cfm INTEGER, paid_gel NUMERIC, csts_cd TEXT NOT NULL REFERENCES csts(csts_cd));
CREATE VIEW v_orders AS SELECT ord_id, lpt_no, ord_ts, qty_fir FROM ord WHERE ord_ts >= '2025-01-01' AND res_cd = 'F';
