CREATE TABLE hr_dep (
  dep_cod TEXT PRIMARY KEY,
  dep_nam TEXT NOT NULL,
  dep_loc TEXT,
  dep_mgr INTEGER,
  dep_hdc INTEGER
);
CREATE TABLE hr_job (
  job_cod TEXT PRIMARY KEY,
  job_ttl TEXT,
  job_grd INTEGER,
  job_min INTEGER,
  job_max INTEGER
);
CREATE TABLE hr_emp (
  emp_num INTEGER PRIMARY KEY,
  emp_fnm TEXT,
  emp_lnm TEXT,
  emp_sex TEXT,
  emp_dob INTEGER,
  emp_hir INTEGER,
  emp_trm INTEGER,
  emp_dep TEXT REFERENCES hr_dep(dep_cod),
  emp_job TEXT REFERENCES hr_job(job_cod),
  emp_mgr INTEGER REFERENCES hr_emp(emp_num),
  emp_sal INTEGER,
  emp_pct INTEGER,
  emp_rem TEXT
);
CREATE TABLE hr_vac (
  vac_num INTEGER PRIMARY KEY,
  vac_dep TEXT REFERENCES hr_dep(dep_cod),
  vac_job TEXT REFERENCES hr_job(job_cod),
  vac_opn INTEGER,
  vac_cls INTEGER,
  vac_rec INTEGER REFERENCES hr_emp(emp_num),
  vac_npo INTEGER,
  vac_sts TEXT
);
CREATE TABLE hr_can (
  can_num INTEGER PRIMARY KEY,
  can_fnm TEXT,
  can_lnm TEXT,
  can_eml TEXT,
  can_src TEXT,
  can_ref INTEGER REFERENCES hr_emp(emp_num)
);
CREATE TABLE hr_stg (
  stg_cod TEXT PRIMARY KEY,
  stg_nam TEXT,
  stg_seq INTEGER
);
CREATE TABLE hr_app (
  app_num INTEGER PRIMARY KEY,
  app_vac INTEGER REFERENCES hr_vac(vac_num),
  app_can INTEGER REFERENCES hr_can(can_num),
  app_dat INTEGER,
  app_stg TEXT REFERENCES hr_stg(stg_cod),
  app_scr INTEGER
);
CREATE TABLE hr_lvt (
  lvt_cod TEXT PRIMARY KEY,
  lvt_nam TEXT,
  lvt_pai TEXT,
  lvt_max INTEGER
);
CREATE TABLE hr_lvr (
  lvr_num INTEGER PRIMARY KEY,
  lvr_emp INTEGER REFERENCES hr_emp(emp_num),
  lvr_lvt TEXT REFERENCES hr_lvt(lvt_cod),
  lvr_frm INTEGER,
  lvr_til INTEGER,
  lvr_day REAL,
  lvr_sts TEXT,
  lvr_apr INTEGER REFERENCES hr_emp(emp_num)
);
CREATE VIEW hr_actives AS
  SELECT emp_num, emp_fnm, emp_lnm, emp_dep FROM hr_emp WHERE emp_trm IS NULL;
