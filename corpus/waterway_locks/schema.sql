-- canal locks and their keepers, Scottish lowland canal
CREATE TABLE wl_canal (cn_code TEXT PRIMARY KEY, cn_name TEXT NOT NULL, cn_miles REAL, cn_opened_yr INTEGER);
CREATE TABLE wl_lock (lk_no INTEGER PRIMARY KEY, cn_code TEXT NOT NULL, lk_name TEXT NOT NULL, lk_rise_ft REAL, lk_gate_yr INTEGER, lk_self_op TEXT NOT NULL, lk_upstream_no INTEGER);
CREATE TABLE wl_grade (gr_cd INTEGER PRIMARY KEY, gr_txt TEXT NOT NULL);
CREATE TABLE wl_keeper (kp_no INTEGER PRIMARY KEY, kp_name TEXT NOT NULL, gr_cd INTEGER NOT NULL, kp_start INTEGER NOT NULL, kp_end INTEGER, kp_cottage TEXT, kp_mobile TEXT);
CREATE TABLE wl_duty (kp_no INTEGER NOT NULL, lk_no INTEGER NOT NULL, dy_date INTEGER NOT NULL, dy_hours REAL NOT NULL, PRIMARY KEY (kp_no, dy_date));
CREATE TABLE wl_craft (cr_no INTEGER PRIMARY KEY, cr_name TEXT NOT NULL, cr_type TEXT NOT NULL, cr_len_ft REAL, cr_beam_ft REAL, cr_owner TEXT, cr_lic_until INTEGER);
CREATE TABLE wl_passage (ps_no INTEGER PRIMARY KEY, lk_no INTEGER NOT NULL, cr_no INTEGER NOT NULL, ps_date INTEGER NOT NULL, ps_time TEXT NOT NULL, ps_dir TEXT NOT NULL, ps_wait_min INTEGER, kp_no INTEGER, ps_toll_p INTEGER);
CREATE TABLE wl_stoppage (st_no INTEGER PRIMARY KEY, lk_no INTEGER NOT NULL, st_from INTEGER NOT NULL, st_to INTEGER, st_cause TEXT NOT NULL, st_planned TEXT NOT NULL);
CREATE TABLE wl_defect (df_no INTEGER PRIMARY KEY, lk_no INTEGER NOT NULL, df_date INTEGER NOT NULL, df_part TEXT NOT NULL, df_sev TEXT NOT NULL, rep_by INTEGER, fix_by INTEGER, df_fixed INTEGER, df_cost_gbp REAL);
CREATE TABLE wl_level (lk_no INTEGER NOT NULL, lv_date INTEGER NOT NULL, lv_cm REAL NOT NULL, PRIMARY KEY (lk_no, lv_date));
CREATE VIEW wl_v_traffic AS SELECT lk_no, ps_date / 10000 AS yr, count(*) AS passages FROM wl_passage GROUP BY lk_no, ps_date / 10000;
