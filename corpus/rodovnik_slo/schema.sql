CREATE TABLE brd_grp (grp_no INTEGER PRIMARY KEY, grp_nm TEXT NOT NULL);
CREATE TABLE brd (brd_cd TEXT PRIMARY KEY, brd_nm TEXT NOT NULL, grp_no INTEGER NOT NULL REFERENCES brd_grp(grp_no), orig_ctry TEXT, wrk_trl_req TEXT NOT NULL);
CREATE TABLE prsn (prsn_id INTEGER PRIMARY KEY, frst_nm TEXT NOT NULL, last_nm TEXT NOT NULL, city TEXT, ctry TEXT NOT NULL, eml TEXT, mbr_snc TEXT, mbr_end TEXT);
CREATE TABLE knl (knl_id INTEGER PRIMARY KEY, knl_nm TEXT NOT NULL, hldr_id INTEGER NOT NULL REFERENCES prsn(prsn_id), reg_dt TEXT NOT NULL, lpsd TEXT NOT NULL);
CREATE TABLE dog (
  dog_id INTEGER PRIMARY KEY,
  reg_no TEXT NOT NULL,
  dog_nm TEXT NOT NULL,
  call_nm TEXT,
  brd_cd TEXT NOT NULL REFERENCES brd(brd_cd),
  sx TEXT NOT NULL,               -- D dog, B bitch
  whlp_dt TEXT NOT NULL,
  dth_dt TEXT,
  sire_id INTEGER REFERENCES dog(dog_id),
  dam_id INTEGER REFERENCES dog(dog_id),
  knl_id INTEGER,
  ownr_id INTEGER NOT NULL REFERENCES prsn(prsn_id),
  co_ownr_id INTEGER REFERENCES prsn(prsn_id),
  chip_no TEXT
);
CREATE TABLE hlth_tst (tst_id INTEGER PRIMARY KEY, dog_id INTEGER NOT NULL, tst_typ TEXT NOT NULL, tst_dt TEXT NOT NULL, grd TEXT NOT NULL, vet_nm TEXT);
CREATE TABLE shw (shw_id INTEGER PRIMARY KEY, shw_nm TEXT NOT NULL, venue TEXT, city TEXT NOT NULL, shw_dt TEXT NOT NULL, lvl TEXT NOT NULL, entr_fee REAL NOT NULL, cncld TEXT NOT NULL);
CREATE TABLE jdg (jdg_id INTEGER PRIMARY KEY, jdg_nm TEXT NOT NULL, ctry TEXT NOT NULL, all_rnd TEXT NOT NULL);
CREATE TABLE jdg_lic (jdg_id INTEGER REFERENCES jdg(jdg_id), grp_no INTEGER REFERENCES brd_grp(grp_no), snc_yr INTEGER, PRIMARY KEY (jdg_id, grp_no));
CREATE TABLE shw_cls (cls_cd TEXT PRIMARY KEY, cls_nm TEXT NOT NULL, min_mo INTEGER, max_mo INTEGER);
CREATE TABLE entr (
  entr_id INTEGER PRIMARY KEY,
  shw_id INTEGER NOT NULL REFERENCES shw(shw_id),
  dog_id INTEGER NOT NULL REFERENCES dog(dog_id),
  cls_cd TEXT NOT NULL,
  jdg_id INTEGER REFERENCES jdg(jdg_id),
  hndlr_id INTEGER REFERENCES prsn(prsn_id),
  rng_no INTEGER,
  paid TEXT NOT NULL,
  absnt TEXT NOT NULL,
  grd TEXT,                       -- EXC, VG, G, SUF, DSQ
  plc INTEGER,
  cac TEXT NOT NULL,
  bob TEXT NOT NULL
);
CREATE TABLE ttl (ttl_cd TEXT PRIMARY KEY, ttl_nm TEXT NOT NULL);
CREATE TABLE dog_ttl (dog_id INTEGER NOT NULL, ttl_cd TEXT NOT NULL, cnfrm_dt TEXT NOT NULL, PRIMARY KEY (dog_id, ttl_cd));
CREATE TABLE ltr (ltr_id INTEGER PRIMARY KEY, knl_id INTEGER NOT NULL, sire_id INTEGER NOT NULL, dam_id INTEGER NOT NULL, whlp_dt TEXT NOT NULL, m_cnt INTEGER NOT NULL, f_cnt INTEGER NOT NULL, stl_cnt INTEGER);
