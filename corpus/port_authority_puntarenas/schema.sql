-- port authority: ship calls, cargo, port dues, concessions, soundings, incidents; money in US dollars
CREATE TABLE adm_officer (officer_id INTEGER PRIMARY KEY, officer_name TEXT NOT NULL, unit TEXT NOT NULL, chief_id INTEGER REFERENCES adm_officer(officer_id), left_on DATE);
CREATE TABLE adm_log (log_id INTEGER PRIMARY KEY, log_text TEXT NOT NULL, officer_id INTEGER, log_at DATETIME NOT NULL);
CREATE TABLE ter_company (company_id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE ter_quay (quay_id INTEGER PRIMARY KEY, quay_name TEXT NOT NULL, built_year INTEGER NOT NULL);
CREATE TABLE ter_concession (con_id INTEGER PRIMARY KEY, quay_id INTEGER NOT NULL REFERENCES ter_quay(quay_id), holder_id INTEGER NOT NULL REFERENCES ter_company(company_id), guarantor_id INTEGER REFERENCES ter_company(company_id), from_on DATE NOT NULL, to_on DATE NOT NULL, revoked_on DATE, yearly_fee INTEGER NOT NULL);
CREATE TABLE mar_berth (berth_id INTEGER PRIMARY KEY, berth_name TEXT NOT NULL, quay_id INTEGER NOT NULL REFERENCES ter_quay(quay_id), length_m INTEGER NOT NULL, design_depth_m REAL NOT NULL, out_of_use TEXT NOT NULL); -- Y, N
CREATE TABLE mar_ship_type (type_cd TEXT PRIMARY KEY, type_name TEXT NOT NULL);
CREATE TABLE mar_ship (ship_id INTEGER PRIMARY KEY, ship_name TEXT NOT NULL, type_cd TEXT NOT NULL REFERENCES mar_ship_type(type_cd), length_m INTEGER NOT NULL, draught_m REAL NOT NULL, gross_tons INTEGER NOT NULL);
CREATE TABLE mar_agent (agent_id INTEGER PRIMARY KEY, agent_name TEXT NOT NULL, agent_mail TEXT, is_blocked TEXT NOT NULL, deleted_at DATETIME); -- is_blocked Y, N
CREATE TABLE mar_port (port_cd TEXT PRIMARY KEY, port_name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE mar_call_sts (sts_cd TEXT PRIMARY KEY, sts_name TEXT NOT NULL);
CREATE TABLE mar_call (call_id INTEGER PRIMARY KEY, ship_id INTEGER NOT NULL REFERENCES mar_ship(ship_id), agent_id INTEGER NOT NULL REFERENCES mar_agent(agent_id), paying_agent_id INTEGER NOT NULL REFERENCES mar_agent(agent_id), planned_berth_id INTEGER REFERENCES mar_berth(berth_id), used_berth_id INTEGER REFERENCES mar_berth(berth_id), from_port TEXT NOT NULL REFERENCES mar_port(port_cd), next_port TEXT REFERENCES mar_port(port_cd), expected_at DATETIME NOT NULL, arrived_at DATETIME, sailed_at DATETIME, sts_cd TEXT NOT NULL REFERENCES mar_call_sts(sts_cd));
CREATE TABLE car_kind (kind_cd TEXT PRIMARY KEY, kind_name TEXT NOT NULL, is_dangerous TEXT NOT NULL);
CREATE TABLE car_item (item_id INTEGER PRIMARY KEY, call_id INTEGER NOT NULL REFERENCES mar_call(call_id), kind_cd TEXT NOT NULL REFERENCES car_kind(kind_cd), direction TEXT NOT NULL, tonnes INTEGER NOT NULL); -- direction I unloaded here, O loaded here
CREATE TABLE tar_rate (rate_cd TEXT PRIMARY KEY, rate_name TEXT NOT NULL, unit TEXT NOT NULL, price NUMERIC NOT NULL, ended_on DATE);
CREATE TABLE tar_bill (bill_id INTEGER PRIMARY KEY, call_id INTEGER NOT NULL REFERENCES mar_call(call_id), billed_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, is_credited TEXT NOT NULL); -- credited = taken back in full
CREATE TABLE tar_bill_line (bill_id INTEGER NOT NULL REFERENCES tar_bill(bill_id), line_no INTEGER NOT NULL, rate_cd TEXT NOT NULL REFERENCES tar_rate(rate_cd), qty NUMERIC NOT NULL, line_amt NUMERIC NOT NULL, PRIMARY KEY (bill_id, line_no));
CREATE TABLE drg_sounding (snd_id INTEGER PRIMARY KEY, berth_id INTEGER NOT NULL, sounded_on DATE NOT NULL, depth_found_m REAL NOT NULL, officer_id INTEGER NOT NULL);
CREATE TABLE hse_incident (inc_id INTEGER PRIMARY KEY, berth_id INTEGER NOT NULL, call_id INTEGER, happened_on DATE NOT NULL, kind TEXT NOT NULL, litres_spilled INTEGER, opened_by INTEGER NOT NULL, closed_by INTEGER, closed_on DATE);
CREATE VIEW mar_v_in_port AS SELECT call_id, ship_id, arrived_at FROM mar_call WHERE sailed_at IS NULL;
CREATE VIEW tar_v_income AS SELECT strftime('%Y', tar_bill.billed_on) AS year, sum(tar_bill_line.line_amt) AS income FROM tar_bill JOIN tar_bill_line ON tar_bill_line.bill_id = tar_bill.bill_id GROUP BY strftime('%Y', tar_bill.billed_on);
