-- harbour pilotage, Rhine-Maas estuary
CREATE TABLE ref_flag (flag_iso TEXT PRIMARY KEY, flag_name TEXT NOT NULL, paris_mou TEXT);
CREATE TABLE ref_shiptype (stype_cd INTEGER PRIMARY KEY, stype_txt TEXT NOT NULL);
CREATE TABLE ref_berth (berth_cd TEXT PRIMARY KEY, berth_name TEXT NOT NULL, basin TEXT, max_draught_dm INTEGER);
CREATE TABLE shp_ship (imo INTEGER PRIMARY KEY, ship_name TEXT NOT NULL, flag_iso TEXT REFERENCES ref_flag(flag_iso), stype_cd INTEGER REFERENCES ref_shiptype(stype_cd), loa_m INTEGER, gt INTEGER, built_yr INTEGER, thruster TEXT);
CREATE TABLE shp_agent (agent_id INTEGER PRIMARY KEY, agent_name TEXT NOT NULL, credit_stop TEXT NOT NULL);
CREATE TABLE pil_pilot (pilot_no INTEGER PRIMARY KEY, pilot_name TEXT NOT NULL, class_cd TEXT NOT NULL, since_yr INTEGER, retired_yr INTEGER);
CREATE TABLE pil_class (class_cd TEXT PRIMARY KEY, class_txt TEXT NOT NULL, max_loa_m INTEGER);
CREATE TABLE pil_order (order_no INTEGER PRIMARY KEY, imo INTEGER NOT NULL REFERENCES shp_ship(imo), agent_id INTEGER NOT NULL REFERENCES shp_agent(agent_id), kind TEXT NOT NULL, from_berth TEXT REFERENCES ref_berth(berth_cd), to_berth TEXT REFERENCES ref_berth(berth_cd), req_dt TEXT NOT NULL, draught_dm INTEGER, status_cd TEXT NOT NULL);
CREATE TABLE pil_job (order_no INTEGER NOT NULL REFERENCES pil_order(order_no), pilot_no INTEGER NOT NULL REFERENCES pil_pilot(pilot_no), role TEXT NOT NULL, on_board TEXT, off_board TEXT, heli TEXT NOT NULL, PRIMARY KEY (order_no, pilot_no));
CREATE TABLE pil_tug (order_no INTEGER NOT NULL REFERENCES pil_order(order_no), tug_name TEXT NOT NULL, minutes INTEGER, PRIMARY KEY (order_no, tug_name));
CREATE TABLE pil_incident (inc_no INTEGER PRIMARY KEY, order_no INTEGER REFERENCES pil_order(order_no), inc_kind TEXT NOT NULL, severity INTEGER NOT NULL, report_dt TEXT NOT NULL, closed_dt TEXT);
CREATE TABLE fin_tariff (gt_from INTEGER PRIMARY KEY, gt_to INTEGER, base_eur REAL NOT NULL);
CREATE TABLE fin_invoice (inv_no INTEGER PRIMARY KEY, order_no INTEGER NOT NULL REFERENCES pil_order(order_no), inv_dt TEXT NOT NULL, eur REAL NOT NULL, paid_dt TEXT);
CREATE TABLE met_obs (obs_dt TEXT PRIMARY KEY, wind_bft INTEGER, vis_m INTEGER);
CREATE TABLE sys_user (user_id INTEGER PRIMARY KEY, user_name TEXT, last_seen TEXT);
CREATE VIEW v_open_orders AS SELECT order_no, imo, kind, req_dt FROM pil_order WHERE status_cd IN ('R', 'A');
