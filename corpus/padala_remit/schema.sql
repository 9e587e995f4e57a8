CREATE TABLE rem_country (cty_code TEXT PRIMARY KEY, cty_name TEXT NOT NULL, cur_code TEXT NOT NULL);
CREATE TABLE rem_currency (cur_code TEXT PRIMARY KEY, cur_name TEXT NOT NULL);
CREATE TABLE rem_partner (ptn_id INTEGER PRIMARY KEY, ptn_name TEXT NOT NULL, ptn_kind TEXT NOT NULL, ptn_live INTEGER NOT NULL);
CREATE TABLE rem_outlet (out_id INTEGER PRIMARY KEY, ptn_id INTEGER NOT NULL REFERENCES rem_partner(ptn_id), out_name TEXT NOT NULL, out_city TEXT NOT NULL, cty_code TEXT NOT NULL REFERENCES rem_country(cty_code), out_opened INTEGER NOT NULL);
CREATE TABLE rem_customer (cus_id INTEGER PRIMARY KEY, cus_name TEXT NOT NULL, cus_mobile TEXT, cty_code TEXT NOT NULL REFERENCES rem_country(cty_code), cus_kyc TEXT NOT NULL, cus_joined INTEGER NOT NULL, cus_blocked INTEGER NOT NULL);
CREATE TABLE rem_purpose (pur_code TEXT PRIMARY KEY, pur_text TEXT NOT NULL);
CREATE TABLE rem_status (sts_code TEXT PRIMARY KEY, sts_text TEXT NOT NULL, sts_final INTEGER NOT NULL);
CREATE TABLE rem_rate (rat_id INTEGER PRIMARY KEY, from_cur TEXT NOT NULL REFERENCES rem_currency(cur_code), to_cur TEXT NOT NULL REFERENCES rem_currency(cur_code), rat_value REAL NOT NULL, rat_from INTEGER NOT NULL);
CREATE TABLE rem_transfer (
  trf_no TEXT PRIMARY KEY,
  sender_id INTEGER NOT NULL REFERENCES rem_customer(cus_id),
  receiver_id INTEGER NOT NULL REFERENCES rem_customer(cus_id),
  send_outlet INTEGER NOT NULL REFERENCES rem_outlet(out_id),
  pay_outlet INTEGER REFERENCES rem_outlet(out_id),
  trf_cents INTEGER NOT NULL,
  fee_cents INTEGER NOT NULL,
  cur_code TEXT NOT NULL REFERENCES rem_currency(cur_code),
  pur_code TEXT REFERENCES rem_purpose(pur_code),
  sts_code TEXT NOT NULL REFERENCES rem_status(sts_code),
  created_ts INTEGER NOT NULL,
  paid_ts INTEGER
);
CREATE TABLE rem_alert (alr_id INTEGER PRIMARY KEY, trf_no TEXT NOT NULL REFERENCES rem_transfer(trf_no), alr_rule TEXT NOT NULL, raised_ts INTEGER NOT NULL, cleared_ts INTEGER, cleared_by INTEGER REFERENCES rem_agent(agt_id));
CREATE TABLE rem_agent (agt_id INTEGER PRIMARY KEY, agt_name TEXT NOT NULL, out_id INTEGER REFERENCES rem_outlet(out_id), agt_role TEXT NOT NULL);
CREATE TABLE rem_complaint (cmp_id INTEGER PRIMARY KEY, trf_no TEXT NOT NULL REFERENCES rem_transfer(trf_no), cmp_topic TEXT NOT NULL, cmp_ts INTEGER NOT NULL, cmp_solved INTEGER NOT NULL);
CREATE TABLE rem_promo (prm_code TEXT PRIMARY KEY, prm_text TEXT NOT NULL, prm_from INTEGER, prm_to INTEGER);
CREATE TABLE rem_promo_use (prm_code TEXT NOT NULL REFERENCES rem_promo(prm_code), trf_no TEXT NOT NULL REFERENCES rem_transfer(trf_no), PRIMARY KEY (prm_code, trf_no));
CREATE TABLE rem_log (log_id INTEGER PRIMARY KEY, log_ts INTEGER, log_text TEXT);
