CREATE TABLE cust (
  cust_no INTEGER PRIMARY KEY,
  cust_nm TEXT,
  cty TEXT,
  prov_cd TEXT,
  crd_hold TEXT,
  pmt_trms_dys INTEGER
);
CREATE TABLE mtl (
  mtl_cd TEXT PRIMARY KEY,
  mtl_desc TEXT,
  thk_mm REAL,
  cost_kg NUMERIC,
  stk_kg NUMERIC
);
CREATE TABLE emp (
  emp_no INTEGER PRIMARY KEY,
  emp_nm TEXT,
  trd TEXT,
  dt_hrd TEXT,
  dt_trm TEXT,
  sup_emp_no INTEGER REFERENCES emp(emp_no)
);
CREATE TABLE wctr (
  wc_cd TEXT PRIMARY KEY,
  wc_desc TEXT,
  rate_hr NUMERIC,
  cnc_fl TEXT
);
CREATE TABLE qsts (
  sts_cd TEXT PRIMARY KEY,
  sts_desc TEXT
);
CREATE TABLE quo (
  quo_no INTEGER PRIMARY KEY,
  cust_no INTEGER REFERENCES cust(cust_no),
  est_emp_no INTEGER REFERENCES emp(emp_no),
  dt_sent TEXT,
  dt_resp TEXT,
  amt NUMERIC,
  sts_cd TEXT REFERENCES qsts(sts_cd),
  rsn_lost TEXT
);
CREATE TABLE job (
  job_no INTEGER PRIMARY KEY,
  quo_no INTEGER REFERENCES quo(quo_no),
  cust_no INTEGER REFERENCES cust(cust_no),
  mtl_cd TEXT REFERENCES mtl(mtl_cd),
  part_desc TEXT,
  qty_ord INTEGER,
  qty_scrp INTEGER,
  dt_rel TEXT,
  dt_prom TEXT,
  dt_shp TEXT,
  rush_fl TEXT
);
CREATE TABLE oper (
  op_id INTEGER PRIMARY KEY,
  job_no INTEGER REFERENCES job(job_no),
  seq INTEGER,
  wc_cd TEXT REFERENCES wctr(wc_cd),
  emp_no INTEGER REFERENCES emp(emp_no),
  est_min INTEGER,
  ts_beg TEXT,
  ts_end TEXT
);
CREATE TABLE rwk (
  rwk_id INTEGER PRIMARY KEY,
  op_id INTEGER REFERENCES oper(op_id),
  fnd_by INTEGER REFERENCES emp(emp_no),
  ts_fnd TEXT,
  cause TEXT,
  cost_amt NUMERIC
);
CREATE VIEW v_open_jobs AS
  SELECT job_no, part_desc, dt_prom FROM job WHERE dt_shp IS NULL AND rush_fl = 'T';
