-- maintenance system of a board and paper mill; *_ep = seconds since 1970
CREATE TABLE mt_loc (lo_id INTEGER PRIMARY KEY, lo_name TEXT NOT NULL, lo_parent_id INTEGER);
CREATE TABLE mt_mfr (mf_id INTEGER PRIMARY KEY, mf_name TEXT NOT NULL, mf_ctry TEXT);
CREATE TABLE mt_crit (cr_cd TEXT PRIMARY KEY, cr_txt TEXT NOT NULL);
CREATE TABLE mt_asset (as_id INTEGER PRIMARY KEY, as_tag TEXT NOT NULL, as_desc TEXT NOT NULL, as_parent_id INTEGER, as_lo_id INTEGER NOT NULL, as_cr_cd TEXT NOT NULL, as_mf_id INTEGER, as_instl_ep INTEGER NOT NULL, as_scrap_ep INTEGER, as_cost INTEGER);
CREATE TABLE mt_craft (cf_cd TEXT PRIMARY KEY, cf_txt TEXT NOT NULL, cf_rate REAL NOT NULL);
CREATE TABLE mt_tech (te_id INTEGER PRIMARY KEY, te_name TEXT NOT NULL, te_cf_cd TEXT NOT NULL REFERENCES mt_craft(cf_cd), te_sup_id INTEGER REFERENCES mt_tech(te_id), te_ext INTEGER NOT NULL, te_left_ep INTEGER);
CREATE TABLE mt_wotype (wt_cd TEXT PRIMARY KEY, wt_txt TEXT NOT NULL);
CREATE TABLE mt_wostat (ws_cd INTEGER PRIMARY KEY, ws_txt TEXT NOT NULL);
CREATE TABLE mt_fail (fl_cd TEXT PRIMARY KEY, fl_txt TEXT NOT NULL);
CREATE TABLE mt_wo (wo_no INTEGER PRIMARY KEY, wo_as_id INTEGER NOT NULL, wo_wt_cd TEXT NOT NULL, wo_ws_cd INTEGER NOT NULL, wo_prio INTEGER NOT NULL, wo_req_te_id INTEGER, wo_resp_te_id INTEGER, wo_rep_ep INTEGER NOT NULL, wo_due_ep INTEGER, wo_beg_ep INTEGER, wo_end_ep INTEGER, wo_fl_cd TEXT, wo_stop_min INTEGER NOT NULL,
 FOREIGN KEY (wo_as_id) REFERENCES mt_asset(as_id), FOREIGN KEY (wo_ws_cd) REFERENCES mt_wostat(ws_cd));
CREATE TABLE mt_labor (la_id INTEGER PRIMARY KEY, la_wo_no INTEGER NOT NULL REFERENCES mt_wo(wo_no), la_te_id INTEGER NOT NULL REFERENCES mt_tech(te_id), la_day_ep INTEGER NOT NULL, la_hrs REAL NOT NULL, la_ot INTEGER NOT NULL);
CREATE TABLE mt_part (pt_id INTEGER PRIMARY KEY, pt_no TEXT NOT NULL, pt_desc TEXT NOT NULL, pt_cost REAL NOT NULL, pt_min INTEGER NOT NULL, pt_obs INTEGER NOT NULL);
CREATE TABLE mt_store (sr_id INTEGER PRIMARY KEY, sr_name TEXT NOT NULL);
CREATE TABLE mt_stock (sk_sr_id INTEGER NOT NULL, sk_pt_id INTEGER NOT NULL, sk_qty INTEGER NOT NULL, PRIMARY KEY (sk_sr_id, sk_pt_id));
CREATE TABLE mt_issue (is_id INTEGER PRIMARY KEY, is_wo_no INTEGER NOT NULL, is_pt_id INTEGER NOT NULL, is_sr_id INTEGER NOT NULL, is_qty INTEGER NOT NULL, is_ret_qty INTEGER NOT NULL, is_ep INTEGER NOT NULL);
CREATE TABLE mt_pm (pm_id INTEGER PRIMARY KEY, pm_as_id INTEGER NOT NULL, pm_desc TEXT NOT NULL, pm_days INTEGER NOT NULL, pm_next_ep INTEGER, pm_act INTEGER NOT NULL);
CREATE TABLE mt_usrlog (ul_id INTEGER PRIMARY KEY, ul_te_id INTEGER, ul_ep INTEGER, ul_act TEXT);
