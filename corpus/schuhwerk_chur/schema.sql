-- workshop ledger, made-to-measure footwear
CREATE TABLE ins (ins_no INTEGER PRIMARY KEY, ins_nm TEXT NOT NULL, copay_pct INTEGER, max_prs_yr INTEGER);
CREATE TABLE presc_dr (dr_no INTEGER PRIMARY KEY, dr_nm TEXT NOT NULL, spec TEXT, clinic TEXT);
CREATE TABLE cust (cst_no INTEGER PRIMARY KEY, fst_nm TEXT, lst_nm TEXT NOT NULL, dob INTEGER, plc TEXT, tel_no TEXT, ins_no INTEGER, diab_flg INTEGER NOT NULL DEFAULT 0);
CREATE TABLE emp (emp_no INTEGER PRIMARY KEY, emp_nm TEXT NOT NULL, role TEXT, strt_dt INTEGER, end_dt INTEGER, mst_no INTEGER REFERENCES emp(emp_no));
CREATE TABLE ord_typ (typ_cd TEXT PRIMARY KEY, typ_dsc TEXT NOT NULL, std_hrs REAL);
CREATE TABLE shoe_last (sl_no INTEGER PRIMARY KEY, cst_no INTEGER NOT NULL REFERENCES cust(cst_no), side TEXT, len_mm INTEGER, wid_mm INTEGER, made_dt INTEGER, scrp_dt INTEGER);
CREATE TABLE ord_hd (ord_no INTEGER PRIMARY KEY, cst_no INTEGER NOT NULL REFERENCES cust(cst_no), dr_no INTEGER, typ_cd TEXT REFERENCES ord_typ(typ_cd), ord_dt INTEGER NOT NULL, due_dt INTEGER, dlv_dt INTEGER, mkr_no INTEGER REFERENCES emp(emp_no), fitr_no INTEGER REFERENCES emp(emp_no), hrs REAL, amt_tot NUMERIC, amt_ins NUMERIC, urg_flg INTEGER NOT NULL, cxl_flg INTEGER NOT NULL);
CREATE TABLE fit_apt (apt_no INTEGER PRIMARY KEY, ord_no INTEGER NOT NULL REFERENCES ord_hd(ord_no), apt_dt INTEGER, fit_ok INTEGER, rmk TEXT);
CREATE TABLE mat (mat_cd TEXT PRIMARY KEY, mat_dsc TEXT NOT NULL, unit TEXT, prc NUMERIC, stk_qty REAL, min_qty REAL);
CREATE TABLE mat_use (ord_no INTEGER NOT NULL REFERENCES ord_hd(ord_no), mat_cd TEXT NOT NULL REFERENCES mat(mat_cd), qty REAL, PRIMARY KEY (ord_no, mat_cd));
CREATE TABLE cmplnt (cmp_no INTEGER PRIMARY KEY, ord_no INTEGER REFERENCES ord_hd(ord_no), cmp_dt INTEGER, rsn TEXT, fix_dt INTEGER, free_flg INTEGER);
