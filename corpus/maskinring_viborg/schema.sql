CREATE TABLE mbr (
  mbr_no INTEGER PRIMARY KEY,
  farm_nm TEXT NOT NULL,
  contact_nm TEXT,
  parish TEXT,
  area_ha REAL,
  shares_qty INTEGER,
  organic_fl TEXT,
  joined_ts INTEGER,
  left_ts INTEGER
);
CREATE TABLE mach_cls (
  cls_cd TEXT PRIMARY KEY,
  cls_nm TEXT,
  bill_unit TEXT
);
CREATE TABLE mach (
  mach_id INTEGER PRIMARY KEY,
  cls_cd TEXT REFERENCES mach_cls(cls_cd),
  make TEXT,
  model TEXT,
  bought_ts INTEGER,
  price_dkk INTEGER,
  rate_dkk NUMERIC,
  sold_ts INTEGER,
  licence_req_fl TEXT,
  home_mbr_no INTEGER
);
CREATE TABLE oper (
  oper_id INTEGER PRIMARY KEY,
  oper_nm TEXT,
  licence_fl TEXT,
  mobile TEXT
);
CREATE TABLE use_log (
  use_id INTEGER PRIMARY KEY,
  mach_id INTEGER REFERENCES mach(mach_id),
  mbr_no INTEGER REFERENCES mbr(mbr_no),
  oper_id INTEGER,
  start_ts INTEGER,
  end_ts INTEGER,
  meas_qty REAL,
  fuel_l REAL
);
CREATE TABLE inv (
  inv_no INTEGER PRIMARY KEY,
  mbr_no INTEGER REFERENCES mbr(mbr_no),
  payer_mbr_no INTEGER REFERENCES mbr(mbr_no),
  issued_ts INTEGER,
  due_ts INTEGER,
  paid_ts INTEGER
);
CREATE TABLE inv_ln (
  ln_id INTEGER PRIMARY KEY,
  inv_no INTEGER REFERENCES inv(inv_no),
  use_id INTEGER REFERENCES use_log(use_id),
  descr TEXT,
  qty REAL,
  unit_dkk NUMERIC
);
CREATE TABLE repair (
  rep_id INTEGER PRIMARY KEY,
  mach_id INTEGER REFERENCES mach(mach_id),
  rep_ts INTEGER,
  vendor_nm TEXT,
  cost_dkk NUMERIC,
  warranty_fl TEXT,
  reported_by INTEGER
);
