-- family haulage firm: trucks, trips, consignments, diesel, invoices (EUR)
CREATE TABLE hl_ctry (ctry_cd TEXT PRIMARY KEY, ctry_nm TEXT NOT NULL);
CREATE TABLE hl_sts (sts_cd TEXT PRIMARY KEY, sts_nm TEXT NOT NULL);
CREATE TABLE hl_cst (cst_id INTEGER PRIMARY KEY, cst_nm TEXT NOT NULL, cst_ctry_cd TEXT NOT NULL REFERENCES hl_ctry(ctry_cd), cst_eml TEXT, cst_pay_dys INTEGER NOT NULL, cst_act TEXT NOT NULL);
CREATE TABLE hl_drv (drv_id INTEGER PRIMARY KEY, drv_nm TEXT NOT NULL, drv_dob DATE, drv_lic_exp DATE NOT NULL, drv_dt_hrd DATE NOT NULL, drv_dt_lft DATE, drv_adr TEXT NOT NULL);
CREATE TABLE hl_trk (trk_reg TEXT PRIMARY KEY, trk_mk TEXT NOT NULL, trk_yr INTEGER NOT NULL, trk_max_plt INTEGER NOT NULL, trk_insp_due DATE, trk_dt_sold DATE);
CREATE TABLE hl_trp (trp_no INTEGER PRIMARY KEY, trp_trk_reg TEXT NOT NULL REFERENCES hl_trk(trk_reg), trp_drv_id INTEGER REFERENCES hl_drv(drv_id), trp_dt_st DATE NOT NULL, trp_dt_end DATE, trp_km INTEGER, trp_km_mt INTEGER, trp_toll NUMERIC, trp_sts_cd TEXT NOT NULL REFERENCES hl_sts(sts_cd));
CREATE TABLE hl_cns (cns_no INTEGER PRIMARY KEY, cns_trp_no INTEGER NOT NULL REFERENCES hl_trp(trp_no), cns_cst_id INTEGER NOT NULL REFERENCES hl_cst(cst_id), cns_org_cty TEXT NOT NULL, cns_org_ctry TEXT NOT NULL REFERENCES hl_ctry(ctry_cd), cns_dst_cty TEXT NOT NULL, cns_dst_ctry TEXT NOT NULL REFERENCES hl_ctry(ctry_cd), cns_plt INTEGER NOT NULL, cns_wgt_kg INTEGER, cns_frt NUMERIC NOT NULL, cns_dmg TEXT NOT NULL);
CREATE TABLE hl_dsl (dsl_id INTEGER PRIMARY KEY, dsl_trk_reg TEXT NOT NULL REFERENCES hl_trk(trk_reg), dsl_dt DATE NOT NULL, dsl_ctry_cd TEXT NOT NULL REFERENCES hl_ctry(ctry_cd), dsl_ltr REAL NOT NULL, dsl_amt NUMERIC NOT NULL);
CREATE TABLE hl_inv (inv_no INTEGER PRIMARY KEY, inv_cst_id INTEGER NOT NULL REFERENCES hl_cst(cst_id), inv_dt DATE NOT NULL, inv_dt_due DATE NOT NULL, inv_amt NUMERIC NOT NULL, inv_amt_pd NUMERIC NOT NULL, inv_dt_pd DATE);
CREATE VIEW hl_v_opn_inv AS SELECT inv_no, inv_cst_id, inv_amt FROM hl_inv WHERE inv_amt_pd = 0;
