-- regional textbook rental fund, Osh
CREATE TABLE rgn (rgn_cd TEXT PRIMARY KEY, rgn_nm TEXT NOT NULL);
CREATE TABLE lng (lng_cd TEXT PRIMARY KEY, lng_nm TEXT NOT NULL);
CREATE TABLE sbj (sbj_cd TEXT PRIMARY KEY, sbj_nm TEXT NOT NULL);
CREATE TABLE cnd (cnd_cd INTEGER PRIMARY KEY, cnd_dsc TEXT NOT NULL);
CREATE TABLE sts (sts_cd TEXT PRIMARY KEY, sts_dsc TEXT NOT NULL);
CREATE TABLE cat (cat_cd TEXT PRIMARY KEY, cat_dsc TEXT NOT NULL, dsc_pct INTEGER NOT NULL);
CREATE TABLE sch (sch_id INTEGER PRIMARY KEY, sch_nm TEXT NOT NULL, rgn_cd TEXT NOT NULL REFERENCES rgn(rgn_cd), lng_cd TEXT NOT NULL REFERENCES lng(lng_cd), adr TEXT, tel_no TEXT, cls_dt TEXT);
CREATE TABLE stf (stf_id INTEGER PRIMARY KEY, fst_nm TEXT NOT NULL, lst_nm TEXT NOT NULL, sch_id INTEGER NOT NULL REFERENCES sch(sch_id), tel_no TEXT, hrd_dt TEXT NOT NULL, lft_dt TEXT);
CREATE TABLE ttl (ttl_id INTEGER PRIMARY KEY, ttl_nm TEXT NOT NULL, sbj_cd TEXT NOT NULL REFERENCES sbj(sbj_cd), grd_no INTEGER NOT NULL, lng_cd TEXT NOT NULL REFERENCES lng(lng_cd), pub_yr INTEGER, prc_som INTEGER NOT NULL, wdr_flg TEXT NOT NULL);
CREATE TABLE pup (pup_id INTEGER PRIMARY KEY, fst_nm TEXT NOT NULL, lst_nm TEXT NOT NULL, sex TEXT NOT NULL, brn_dt TEXT NOT NULL, sch_id INTEGER NOT NULL REFERENCES sch(sch_id), grd_no INTEGER NOT NULL, cat_cd TEXT REFERENCES cat(cat_cd), par_tel TEXT, del_flg TEXT NOT NULL);
CREATE TABLE rnt (rnt_id INTEGER PRIMARY KEY, pup_id INTEGER NOT NULL REFERENCES pup(pup_id), ttl_id INTEGER NOT NULL REFERENCES ttl(ttl_id), out_dt TEXT NOT NULL, due_dt TEXT NOT NULL, ret_dt TEXT, cnd_cd INTEGER REFERENCES cnd(cnd_cd), fee_som NUMERIC NOT NULL);
CREATE TABLE trn (trn_id INTEGER PRIMARY KEY, ttl_id INTEGER NOT NULL REFERENCES ttl(ttl_id), frm_sch INTEGER NOT NULL REFERENCES sch(sch_id), to_sch INTEGER NOT NULL REFERENCES sch(sch_id), qty INTEGER NOT NULL, req_dt TEXT NOT NULL, arr_dt TEXT, snt_by INTEGER REFERENCES stf(stf_id), rcv_by INTEGER REFERENCES stf(stf_id), sts_cd TEXT NOT NULL REFERENCES sts(sts_cd));
