-- toll motorway concession, Chile
CREATE TABLE mst_plaza (plz_cod TEXT PRIMARY KEY, plz_nom TEXT NOT NULL, km REAL NOT NULL, region TEXT);
CREATE TABLE mst_lane (lane_id INTEGER PRIMARY KEY, plz_cod TEXT NOT NULL REFERENCES mst_plaza(plz_cod), lane_no INTEGER NOT NULL, dir TEXT NOT NULL, lane_kind TEXT NOT NULL, oos_flg TEXT NOT NULL);
CREATE TABLE mst_vclass (vcl_cod INTEGER PRIMARY KEY, vcl_desc TEXT NOT NULL, axles INTEGER);
CREATE TABLE mst_tariff (plz_cod TEXT NOT NULL REFERENCES mst_plaza(plz_cod), vcl_cod INTEGER NOT NULL REFERENCES mst_vclass(vcl_cod), valid_from INTEGER NOT NULL, amt_clp INTEGER NOT NULL, peak_amt_clp INTEGER, PRIMARY KEY (plz_cod, vcl_cod, valid_from));
CREATE TABLE cus_account (acc_no INTEGER PRIMARY KEY, holder TEXT NOT NULL, rut TEXT, acc_kind TEXT NOT NULL, comuna TEXT, opened_dt INTEGER NOT NULL, closed_dt INTEGER, balance_clp INTEGER NOT NULL);
CREATE TABLE cus_tag (tag_no TEXT PRIMARY KEY, acc_no INTEGER NOT NULL REFERENCES cus_account(acc_no), plate TEXT NOT NULL, vcl_cod INTEGER NOT NULL REFERENCES mst_vclass(vcl_cod), issued_dt INTEGER NOT NULL, stat TEXT NOT NULL);
CREATE TABLE trn_passage (psg_id INTEGER PRIMARY KEY, lane_id INTEGER NOT NULL REFERENCES mst_lane(lane_id), psg_dt INTEGER NOT NULL, psg_hhmm INTEGER NOT NULL, tag_no TEXT REFERENCES cus_tag(tag_no), plate_read TEXT, vcl_cod INTEGER NOT NULL REFERENCES mst_vclass(vcl_cod), amt_clp INTEGER NOT NULL, pay_mode TEXT NOT NULL);
CREATE TABLE trn_violation (vio_id INTEGER PRIMARY KEY, psg_id INTEGER NOT NULL REFERENCES trn_passage(psg_id), vio_kind TEXT NOT NULL, fine_clp INTEGER NOT NULL, notified_dt INTEGER, paid_dt INTEGER, appeal_flg TEXT NOT NULL);
CREATE TABLE hr_collector (col_no INTEGER PRIMARY KEY, col_nom TEXT NOT NULL, plz_cod TEXT REFERENCES mst_plaza(plz_cod), chief_no INTEGER REFERENCES hr_collector(col_no), end_dt INTEGER);
CREATE TABLE hr_shift (shf_id INTEGER PRIMARY KEY, col_no INTEGER NOT NULL REFERENCES hr_collector(col_no), lane_id INTEGER NOT NULL REFERENCES mst_lane(lane_id), shf_dt INTEGER NOT NULL, cash_expected INTEGER NOT NULL, cash_counted INTEGER);
CREATE TABLE mnt_incident (inc_id INTEGER PRIMARY KEY, km REAL NOT NULL, inc_dt INTEGER NOT NULL, inc_kind TEXT NOT NULL, cleared_min INTEGER, injured INTEGER NOT NULL, dead INTEGER NOT NULL);
CREATE TABLE mnt_patrol (pat_id INTEGER PRIMARY KEY, callsign TEXT NOT NULL, base_plz TEXT REFERENCES mst_plaza(plz_cod));
CREATE TABLE mnt_response (inc_id INTEGER NOT NULL REFERENCES mnt_incident(inc_id), pat_id INTEGER NOT NULL REFERENCES mnt_patrol(pat_id), arrive_min INTEGER, PRIMARY KEY (inc_id, pat_id));
CREATE TABLE fin_batch (bat_id INTEGER PRIMARY KEY, bat_dt INTEGER, rows_sent INTEGER, ok_flg TEXT);
CREATE TABLE sys_param (par_key TEXT PRIMARY KEY, par_val TEXT);
CREATE VIEW rpt_plaza_month AS SELECT mst_lane.plz_cod, trn_passage.psg_dt / 100 AS yyyymm, count(*) AS passages, sum(trn_passage.amt_clp) AS clp FROM trn_passage JOIN mst_lane ON trn_passage.lane_id = mst_lane.lane_id GROUP BY mst_lane.plz_cod, trn_passage.psg_dt / 100;
