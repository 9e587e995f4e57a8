CREATE TABLE mk (
  mk_cd TEXT PRIMARY KEY,
  mk_nm TEXT
);
CREATE TABLE veh_sts (
  sts_cd TEXT PRIMARY KEY,
  sts_dsc TEXT
);
CREATE TABLE src (
  src_cd TEXT PRIMARY KEY,
  src_dsc TEXT
);
CREATE TABLE emp (
  emp_no INTEGER PRIMARY KEY,
  emp_nm TEXT,
  job_ttl TEXT,
  dt_join INTEGER,
  dt_lft INTEGER,
  mth_tgt INTEGER,
  mgr_no INTEGER REFERENCES emp(emp_no)
);
CREATE TABLE cust (
  cust_no INTEGER PRIMARY KEY,
  cust_nm TEXT,
  cust_typ TEXT,
  tel TEXT,
  pcode TEXT,
  mkt_ok INTEGER
);
CREATE TABLE veh (
  stk_no INTEGER PRIMARY KEY,
  reg_no TEXT,
  mk_cd TEXT REFERENCES mk(mk_cd),
  mdl TEXT,
  body TEXT,
  reg_yr INTEGER,
  mlg INTEGER,
  fuel TEXT,
  auto_gbx INTEGER,
  col TEXT,
  src_cd TEXT REFERENCES src(src_cd),
  dt_in INTEGER,
  cst_prc NUMERIC,
  ask_prc NUMERIC,
  mot_exp INTEGER,
  prev_own INTEGER,
  sts_cd TEXT REFERENCES veh_sts(sts_cd)
);
CREATE TABLE tst_drv (
  td_no INTEGER PRIMARY KEY,
  stk_no INTEGER,
  cust_no INTEGER,
  emp_no INTEGER,
  td_dt INTEGER,
  dur_min INTEGER,
  lic_chk INTEGER,
  outc TEXT
);
CREATE TABLE sale (
  sale_no INTEGER PRIMARY KEY,
  stk_no INTEGER REFERENCES veh(stk_no),
  px_stk_no INTEGER REFERENCES veh(stk_no),
  cust_no INTEGER REFERENCES cust(cust_no),
  emp_no INTEGER REFERENCES emp(emp_no),
  sale_dt INTEGER,
  sale_prc NUMERIC,
  dep_amt NUMERIC,
  on_fin INTEGER,
  wty_mths INTEGER,
  deliv_dt INTEGER
);
CREATE TABLE prep_job (
  job_no INTEGER PRIMARY KEY,
  stk_no INTEGER,
  job_dsc TEXT,
  supp_nm TEXT,
  cst_amt NUMERIC,
  dt_done INTEGER
);
CREATE VIEW v_fcrt AS
  SELECT stk_no, reg_no, mdl, ask_prc FROM veh WHERE sts_cd = 'F' AND ask_prc IS NOT NULL;
