CREATE TABLE arl (
  arl_cod TEXT PRIMARY KEY,
  arl_nam TEXT NOT NULL,
  arl_cty TEXT
);
CREATE TABLE apt (
  apt_cod TEXT PRIMARY KEY,
  apt_nam TEXT,
  apt_cty TEXT
);
CREATE TABLE flt (
  flt_idn INTEGER PRIMARY KEY,
  flt_num TEXT,
  arl_cod TEXT REFERENCES arl(arl_cod),
  org_apt TEXT REFERENCES apt(apt_cod),
  via_apt TEXT REFERENCES apt(apt_cod),
  lnd_tim INTEGER
);
CREATE TABLE pax (
  pax_idn INTEGER PRIMARY KEY,
  fst_nam TEXT,
  lst_nam TEXT,
  nat_cod TEXT,
  eml_adr TEXT,
  frq_fly INTEGER
);
CREATE TABLE typ (
  typ_cod TEXT PRIMARY KEY,
  typ_dsc TEXT
);
CREATE TABLE bag (
  bag_idn INTEGER PRIMARY KEY,
  tag_num TEXT,
  pax_idn INTEGER REFERENCES pax(pax_idn),
  flt_idn INTEGER REFERENCES flt(flt_idn),
  typ_cod TEXT REFERENCES typ(typ_cod),
  bag_clr TEXT,
  wgt_kgs REAL,
  prt_flg INTEGER
);
CREATE TABLE knd (
  knd_cod TEXT PRIMARY KEY,
  knd_dsc TEXT
);
CREATE TABLE sts (
  sts_cod TEXT PRIMARY KEY,
  sts_dsc TEXT,
  fin_flg INTEGER
);
CREATE TABLE agt (
  agt_idn INTEGER PRIMARY KEY,
  agt_nam TEXT,
  dsk_num INTEGER,
  sup_idn INTEGER REFERENCES agt(agt_idn),
  act_flg INTEGER
);
CREATE TABLE clm (
  clm_idn INTEGER PRIMARY KEY,
  bag_idn INTEGER NOT NULL REFERENCES bag(bag_idn),
  agt_idn INTEGER REFERENCES agt(agt_idn),
  knd_cod TEXT REFERENCES knd(knd_cod),
  sts_cod TEXT REFERENCES sts(sts_cod),
  rpt_tim INTEGER,
  cls_tim INTEGER,
  clm_amt NUMERIC,
  pay_amt NUMERIC
);
CREATE TABLE dlv (
  dlv_idn INTEGER PRIMARY KEY,
  clm_idn INTEGER NOT NULL REFERENCES clm(clm_idn),
  cou_nam TEXT,
  snt_tim INTEGER,
  rcv_tim INTEGER,
  fee_amt NUMERIC
);
