CREATE TABLE customer (cust_id INTEGER PRIMARY KEY, cust_name TEXT NOT NULL, plan_cd TEXT NOT NULL, ctry TEXT, crtd_ts INTEGER NOT NULL, cncl_ts INTEGER);
CREATE TABLE plan (plan_cd TEXT PRIMARY KEY, plan_nm TEXT NOT NULL, mo_fee_eur REAL NOT NULL, max_chk INTEGER, min_intvl_s INTEGER NOT NULL);
CREATE TABLE chk (chk_id INTEGER PRIMARY KEY, cust_id INTEGER NOT NULL, chk_nm TEXT NOT NULL, url TEXT NOT NULL, typ_cd TEXT NOT NULL, intvl_s INTEGER NOT NULL, paused INTEGER NOT NULL, cert_exp_ts INTEGER);
CREATE TABLE outage (out_id INTEGER PRIMARY KEY, chk_id INTEGER NOT NULL, beg_ts INTEGER NOT NULL, end_ts INTEGER, cause_cd TEXT, ack_usr TEXT);
CREATE TABLE alrt (alrt_id INTEGER PRIMARY KEY, out_id INTEGER NOT NULL, chan_cd TEXT NOT NULL, sent_ts INTEGER NOT NULL, dlvrd TEXT NOT NULL);
CREATE TABLE probe_day (chk_id INTEGER NOT NULL, day_ts INTEGER NOT NULL, loc_cd TEXT NOT NULL, n_ok INTEGER NOT NULL, n_fail INTEGER NOT NULL, avg_ms REAL, PRIMARY KEY (chk_id, day_ts, loc_cd));
CREATE TABLE probe_loc (loc_cd TEXT PRIMARY KEY, city TEXT NOT NULL, ctry TEXT NOT NULL, rtrd_ts INTEGER);
