CREATE TABLE district (dist_cd TEXT PRIMARY KEY, dist_nm TEXT NOT NULL, pop INTEGER NOT NULL);
CREATE TABLE facility (fac_id INTEGER PRIMARY KEY, fac_nm TEXT NOT NULL, fac_typ TEXT NOT NULL, dist_cd TEXT NOT NULL REFERENCES district(dist_cd), has_xpert TEXT NOT NULL);
CREATE TABLE regimen (reg_cd TEXT PRIMARY KEY, reg_desc TEXT NOT NULL, months INTEGER NOT NULL);
CREATE TABLE outcome_code (out_cd INTEGER PRIMARY KEY, out_desc TEXT NOT NULL, success TEXT NOT NULL);
CREATE TABLE tb_case (
  case_no INTEGER PRIMARY KEY,
  pat_nm TEXT NOT NULL,
  sex TEXT NOT NULL,
  birth_yr INTEGER NOT NULL,
  reg_fac INTEGER NOT NULL REFERENCES facility(fac_id),
  trt_fac INTEGER REFERENCES facility(fac_id),
  dt_diag INTEGER NOT NULL,
  dt_start INTEGER,
  dt_end INTEGER,
  site TEXT NOT NULL,
  hiv_sts TEXT NOT NULL,
  reg_cd TEXT REFERENCES regimen(reg_cd),
  out_cd INTEGER REFERENCES outcome_code(out_cd),
  miner TEXT NOT NULL
);
CREATE TABLE smear (smear_id INTEGER PRIMARY KEY, case_no INTEGER NOT NULL, dt_taken INTEGER NOT NULL, result TEXT, mth_no INTEGER NOT NULL);
CREATE TABLE contact (contact_id INTEGER PRIMARY KEY, case_no INTEGER NOT NULL REFERENCES tb_case(case_no), relation TEXT, age INTEGER, screened TEXT NOT NULL, dt_screened INTEGER, tpt_started TEXT);
CREATE TABLE health_worker (hw_id INTEGER PRIMARY KEY, hw_nm TEXT NOT NULL, fac_id INTEGER NOT NULL REFERENCES facility(fac_id), cadre TEXT NOT NULL);
CREATE TABLE home_visit (visit_id INTEGER PRIMARY KEY, case_no INTEGER NOT NULL REFERENCES tb_case(case_no), hw_id INTEGER NOT NULL REFERENCES health_worker(hw_id), dt_visit INTEGER NOT NULL, found TEXT NOT NULL, pills_missed INTEGER);
