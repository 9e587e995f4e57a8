-- pest control, Singapore; money in cents, dates as epoch seconds
CREATE TABLE tb_zone (zn_cd TEXT PRIMARY KEY, zn_name TEXT NOT NULL);
CREATE TABLE tb_cust (cu_id INTEGER PRIMARY KEY, cu_name TEXT NOT NULL, cu_type TEXT NOT NULL, zn_cd TEXT REFERENCES tb_zone(zn_cd), cu_email TEXT, cu_terms INTEGER);
CREATE TABLE tb_premise (pr_id INTEGER PRIMARY KEY, cu_id INTEGER NOT NULL REFERENCES tb_cust(cu_id), pr_addr TEXT NOT NULL, pr_use TEXT, pr_sqm INTEGER);
CREATE TABLE tb_contract (co_no TEXT PRIMARY KEY, pr_id INTEGER NOT NULL REFERENCES tb_premise(pr_id), co_start INTEGER NOT NULL, co_end INTEGER, co_visits_yr INTEGER NOT NULL, co_fee INTEGER NOT NULL, co_salesman INTEGER REFERENCES tb_staff(st_id), co_terminated INTEGER);
CREATE TABLE tb_staff (st_id INTEGER PRIMARY KEY, st_name TEXT NOT NULL, st_role TEXT NOT NULL, st_lic_exp INTEGER, st_resigned INTEGER);
CREATE TABLE tb_pest (ps_cd TEXT PRIMARY KEY, ps_name TEXT NOT NULL, ps_notifiable INTEGER NOT NULL);
CREATE TABLE tb_visit (vi_id INTEGER PRIMARY KEY, co_no TEXT REFERENCES tb_contract(co_no), pr_id INTEGER NOT NULL REFERENCES tb_premise(pr_id), vi_planned INTEGER NOT NULL, vi_done INTEGER, tech_id INTEGER REFERENCES tb_staff(st_id), buddy_id INTEGER REFERENCES tb_staff(st_id), vi_callback INTEGER NOT NULL, vi_mins INTEGER);
CREATE TABLE tb_finding (vi_id INTEGER NOT NULL REFERENCES tb_visit(vi_id), ps_cd TEXT NOT NULL REFERENCES tb_pest(ps_cd), fi_level INTEGER NOT NULL, fi_spot TEXT, PRIMARY KEY (vi_id, ps_cd));
CREATE TABLE tb_chem (ch_id INTEGER PRIMARY KEY, ch_name TEXT NOT NULL, ch_active TEXT, ch_banned INTEGER NOT NULL, ch_cost_ml REAL);
CREATE TABLE tb_usage (vi_id INTEGER NOT NULL REFERENCES tb_visit(vi_id), ch_id INTEGER NOT NULL REFERENCES tb_chem(ch_id), us_ml INTEGER NOT NULL, PRIMARY KEY (vi_id, ch_id));
CREATE TABLE tb_bill (bi_no INTEGER PRIMARY KEY, co_no TEXT NOT NULL REFERENCES tb_contract(co_no), bi_on INTEGER NOT NULL, bi_amt INTEGER NOT NULL, bi_paid INTEGER);
