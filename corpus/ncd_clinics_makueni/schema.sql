CREATE TABLE hlth_fac (
  fac_cd TEXT PRIMARY KEY,
  fac_nm TEXT NOT NULL,
  sub_cnty TEXT,
  lvl INTEGER,
  lab_on_site TEXT
);
CREATE TABLE clin_staff (
  stf_id INTEGER PRIMARY KEY,
  stf_nm TEXT,
  cadre TEXT,
  fac_cd TEXT REFERENCES hlth_fac(fac_cd),
  supv_id INTEGER REFERENCES clin_staff(stf_id),
  dt_left DATE
);
CREATE TABLE pt_reg (
  pt_no INTEGER PRIMARY KEY,
  f_nm TEXT,
  l_nm TEXT,
  sex_cd TEXT,
  dob DATE,
  vill TEXT,
  enrl_dt DATE,
  enrl_fac TEXT REFERENCES hlth_fac(fac_cd),
  smkr_flg TEXT,
  phone TEXT,
  dth_dt DATE
);
CREATE TABLE dx_ref (
  dx_cd TEXT PRIMARY KEY,
  dx_desc TEXT
);
CREATE TABLE pt_dx (
  pt_no INTEGER REFERENCES pt_reg(pt_no),
  dx_cd TEXT REFERENCES dx_ref(dx_cd),
  dx_dt DATE,
  PRIMARY KEY (pt_no, dx_cd)
);
CREATE TABLE opd_vst (
  vst_id INTEGER PRIMARY KEY,
  pt_no INTEGER REFERENCES pt_reg(pt_no),
  fac_cd TEXT REFERENCES hlth_fac(fac_cd),
  stf_id INTEGER REFERENCES clin_staff(stf_id),
  vst_dt DATE,
  sbp INTEGER,
  dbp INTEGER,
  wt_kg REAL,
  nxt_appt DATE
);
CREATE TABLE lab_tst (
  tst_id INTEGER PRIMARY KEY,
  vst_id INTEGER REFERENCES opd_vst(vst_id),
  tst_typ TEXT,
  res_val REAL,
  res_unit TEXT
);
CREATE TABLE drug_ref (
  drug_cd TEXT PRIMARY KEY,
  drug_nm TEXT,
  drug_cls TEXT,
  unit_cost NUMERIC
);
CREATE TABLE rx_itm (
  rx_id INTEGER PRIMARY KEY,
  vst_id INTEGER REFERENCES opd_vst(vst_id),
  drug_cd TEXT REFERENCES drug_ref(drug_cd),
  qty_presc INTEGER,
  qty_disp INTEGER
);
CREATE TABLE ref_out (
  ref_id INTEGER PRIMARY KEY,
  pt_no INTEGER REFERENCES pt_reg(pt_no),
  from_fac TEXT REFERENCES hlth_fac(fac_cd),
  to_fac TEXT REFERENCES hlth_fac(fac_cd),
  ref_dt DATE,
  rsn TEXT,
  arr_dt DATE
);
