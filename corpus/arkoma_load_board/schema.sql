-- load board of a freight brokerage
CREATE TABLE shp (shp_id INTEGER PRIMARY KEY, shp_nam TEXT NOT NULL, cty TEXT, ste TEXT, crd_lim INTEGER, pay_dys INTEGER, hld_flg TEXT NOT NULL);
CREATE TABLE car (car_id INTEGER PRIMARY KEY, car_nam TEXT NOT NULL, mcn_num TEXT, ste TEXT, ins_exp INTEGER, rtg REAL, dnu_flg TEXT NOT NULL);
CREATE TABLE eqp (eqp_cod TEXT PRIMARY KEY, eqp_nam TEXT NOT NULL, max_lbs INTEGER);
CREATE TABLE loc (loc_id INTEGER PRIMARY KEY, loc_nam TEXT NOT NULL, ste TEXT NOT NULL, apt_req TEXT NOT NULL);
CREATE TABLE agt (agt_id INTEGER PRIMARY KEY, agt_nam TEXT NOT NULL, mgr_id INTEGER, com_pct REAL, off TEXT);
CREATE TABLE lod (lod_num INTEGER PRIMARY KEY, shp_id INTEGER NOT NULL, org_loc INTEGER NOT NULL, dst_loc INTEGER NOT NULL, eqp_cod TEXT, agt_id INTEGER, car_id INTEGER, pst_tim INTEGER NOT NULL, pck_tim INTEGER, dlv_tim INTEGER, mls INTEGER, wgt_lbs INTEGER, shp_rte NUMERIC NOT NULL, car_rte NUMERIC, sts TEXT NOT NULL, hzm_flg TEXT NOT NULL,
 FOREIGN KEY (org_loc) REFERENCES loc(loc_id), FOREIGN KEY (dst_loc) REFERENCES loc(loc_id));
CREATE TABLE bid (bid_id INTEGER PRIMARY KEY, lod_num INTEGER NOT NULL, car_id INTEGER NOT NULL, bid_tim INTEGER NOT NULL, bid_amt NUMERIC NOT NULL, won_flg TEXT NOT NULL);
CREATE TABLE clm (clm_id INTEGER PRIMARY KEY, lod_num INTEGER NOT NULL, fil_tim INTEGER NOT NULL, rsn TEXT NOT NULL, clm_amt NUMERIC, pad_amt NUMERIC, cls_tim INTEGER);
CREATE TABLE sts_cod (sts TEXT PRIMARY KEY, sts_dsc TEXT NOT NULL);
CREATE VIEW opn_lod AS SELECT lod_num, shp_id, pst_tim FROM lod WHERE sts IN ('P','B','T');
