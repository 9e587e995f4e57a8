CREATE TABLE fx_client (
  client_no INTEGER PRIMARY KEY,
  client_name TEXT,
  sector TEXT,
  contract_start TEXT,
  contract_end TEXT,
  yearly_fee NUMERIC,
  parent_client_no INTEGER REFERENCES fx_client(client_no)
);
CREATE TABLE fx_premises (
  prem_id INTEGER PRIMARY KEY,
  client_no INTEGER REFERENCES fx_client(client_no),
  prem_name TEXT,
  town TEXT,
  postcode TEXT,
  floors INTEGER
);
CREATE TABLE fx_type (
  type_cd TEXT PRIMARY KEY,
  type_label TEXT,
  service_months INTEGER,
  discharge_years INTEGER,
  new_price NUMERIC
);
CREATE TABLE fx_unit (
  unit_tag TEXT PRIMARY KEY,
  prem_id INTEGER REFERENCES fx_premises(prem_id),
  type_cd TEXT REFERENCES fx_type(type_cd),
  made_year INTEGER,
  location_note TEXT,
  scrapped_at TEXT
);
CREATE TABLE fx_tech (
  tech_id INTEGER PRIMARY KEY,
  tech_name TEXT,
  van_reg TEXT,
  bafe_card TEXT,
  joined_at TEXT
);
CREATE TABLE fx_visit (
  visit_id INTEGER PRIMARY KEY,
  prem_id INTEGER REFERENCES fx_premises(prem_id),
  tech_id INTEGER REFERENCES fx_tech(tech_id),
  arrived_at TEXT,
  finished_at TEXT,
  call_type TEXT,
  signed_by TEXT
);
CREATE TABLE fx_check (
  check_id INTEGER PRIMARY KEY,
  visit_id INTEGER REFERENCES fx_visit(visit_id),
  unit_tag TEXT REFERENCES fx_unit(unit_tag),
  passed TEXT,
  pressure_bar REAL,
  defect_cd TEXT REFERENCES fx_defect(defect_cd),
  charge NUMERIC
);
CREATE TABLE fx_defect (
  defect_cd TEXT PRIMARY KEY,
  defect_label TEXT,
  severity INTEGER
);
