CREATE TABLE ref_cargo_types (
  cargo_code TEXT PRIMARY KEY,
  description TEXT
);
CREATE TABLE wrecks (
  wreck_id INTEGER PRIMARY KEY,
  vessel_name TEXT,
  flag TEXT,
  sunk_year INTEGER,
  depth_m REAL,
  cause TEXT,
  cargo_code TEXT,
  FOREIGN KEY (cargo_code) REFERENCES ref_cargo_types(cargo_code)
);
CREATE TABLE salvors (
  salvor_id INTEGER PRIMARY KEY,
  company_name TEXT,
  home_port TEXT,
  divers_employed INTEGER
);
CREATE TABLE licences (
  licence_no TEXT PRIMARY KEY,
  wreck_id INTEGER,
  salvor_id INTEGER,
  issued_on DATE,
  fee REAL,
  status TEXT,
  FOREIGN KEY (wreck_id) REFERENCES wrecks(wreck_id),
  FOREIGN KEY (salvor_id) REFERENCES salvors(salvor_id)
);
CREATE TABLE recovered_items (
  item_id INTEGER PRIMARY KEY,
  licence_no TEXT,
  description TEXT,
  material TEXT,
  appraised_value REAL,
  recovered_on DATE,
  FOREIGN KEY (licence_no) REFERENCES licences(licence_no)
);
