-- ERP of an enamel pot works; modules md master data, pp production, pu purchasing, sd sales, im stock
CREATE TABLE md_itm_typ (itm_typ_cd TEXT PRIMARY KEY, typ_txt TEXT NOT NULL);
CREATE TABLE md_uom (uom_cd TEXT PRIMARY KEY, uom_txt TEXT NOT NULL);
CREATE TABLE md_dpt (dpt_cd TEXT PRIMARY KEY, dpt_nm TEXT NOT NULL);
CREATE TABLE md_emp (emp_no INTEGER PRIMARY KEY, emp_nm TEXT NOT NULL, dpt_cd TEXT NOT NULL, sup_emp_no INTEGER, dt_hire DATE NOT NULL, dt_left DATE, FOREIGN KEY (dpt_cd) REFERENCES md_dpt(dpt_cd), FOREIGN KEY (sup_emp_no) REFERENCES md_emp(emp_no));
CREATE TABLE md_whs (whs_cd TEXT PRIMARY KEY, whs_nm TEXT NOT NULL, twn TEXT, is_ext TEXT NOT NULL);
CREATE TABLE md_itm (itm_no TEXT PRIMARY KEY, itm_dsc TEXT NOT NULL, itm_typ_cd TEXT NOT NULL, uom_cd TEXT NOT NULL, std_cst NUMERIC NOT NULL, lst_prc NUMERIC, wt_kg REAL, min_stk INTEGER, dt_crtd DATE NOT NULL, dt_disc DATE, FOREIGN KEY (itm_typ_cd) REFERENCES md_itm_typ(itm_typ_cd), FOREIGN KEY (uom_cd) REFERENCES md_uom(uom_cd));
CREATE TABLE pp_bom (par_itm_no TEXT NOT NULL, cmp_itm_no TEXT NOT NULL, qty_per REAL NOT NULL, scrp_pct REAL, PRIMARY KEY (par_itm_no, cmp_itm_no), FOREIGN KEY (par_itm_no) REFERENCES md_itm(itm_no), FOREIGN KEY (cmp_itm_no) REFERENCES md_itm(itm_no));
CREATE TABLE pp_wc (wc_cd TEXT PRIMARY KEY, wc_nm TEXT NOT NULL, dpt_cd TEXT NOT NULL, cap_hr_wk INTEGER, hr_rate NUMERIC NOT NULL);
CREATE TABLE pp_ord_sts (sts_cd TEXT PRIMARY KEY, sts_txt TEXT NOT NULL);
CREATE TABLE pp_ord (ord_no INTEGER PRIMARY KEY, itm_no TEXT NOT NULL, wc_cd TEXT NOT NULL, qty_pln INTEGER NOT NULL, qty_good INTEGER, qty_scrp INTEGER, dt_rel DATE, dt_due DATE NOT NULL, dt_fin DATE, sts_cd TEXT NOT NULL, plnr_emp_no INTEGER NOT NULL, frmn_emp_no INTEGER, FOREIGN KEY (itm_no) REFERENCES md_itm(itm_no), FOREIGN KEY (sts_cd) REFERENCES pp_ord_sts(sts_cd));
CREATE TABLE pu_vnd (vnd_no INTEGER PRIMARY KEY, vnd_nm TEXT NOT NULL, ctry TEXT NOT NULL, pay_dys INTEGER, blk_flg TEXT NOT NULL);
CREATE TABLE pu_ord_hdr (po_no INTEGER PRIMARY KEY, vnd_no INTEGER NOT NULL, dt_ord DATE NOT NULL, dt_req DATE, buyr_emp_no INTEGER NOT NULL, apr_emp_no INTEGER, sts_cd TEXT NOT NULL); -- sts_cd O open, D delivered, X cancelled
CREATE TABLE pu_ord_lin (po_no INTEGER NOT NULL, lin_no INTEGER NOT NULL, itm_no TEXT NOT NULL, qty_ord INTEGER NOT NULL, qty_rcv INTEGER NOT NULL, unt_prc NUMERIC NOT NULL, PRIMARY KEY (po_no, lin_no), FOREIGN KEY (po_no) REFERENCES pu_ord_hdr(po_no));
CREATE TABLE sd_cus (cus_no INTEGER PRIMARY KEY, cus_nm TEXT NOT NULL, twn TEXT, ctry TEXT NOT NULL, cr_lim INTEGER, blk_flg TEXT NOT NULL);
CREATE TABLE sd_ord_hdr (so_no INTEGER PRIMARY KEY, sld_cus_no INTEGER NOT NULL, shp_cus_no INTEGER NOT NULL, dt_ord DATE NOT NULL, dt_shp DATE, rep_emp_no INTEGER, sts_cd TEXT NOT NULL, FOREIGN KEY (sld_cus_no) REFERENCES sd_cus(cus_no), FOREIGN KEY (shp_cus_no) REFERENCES sd_cus(cus_no)); -- sts_cd O open, S shipped, X cancelled
CREATE TABLE sd_ord_lin (so_no INTEGER NOT NULL, lin_no INTEGER NOT NULL, itm_no TEXT NOT NULL, qty INTEGER NOT NULL, unt_prc NUMERIC NOT NULL, dsc_pct REAL NOT NULL, PRIMARY KEY (so_no, lin_no), FOREIGN KEY (so_no) REFERENCES sd_ord_hdr(so_no));
CREATE TABLE im_stk (itm_no TEXT NOT NULL, whs_cd TEXT NOT NULL, qty_oh INTEGER NOT NULL, dt_cnt DATE, PRIMARY KEY (itm_no, whs_cd));
