CREATE TABLE clients (
  client_no INTEGER PRIMARY KEY,
  client_name TEXT NOT NULL,
  client_type TEXT,
  town TEXT,
  postcode TEXT,
  referred_by INTEGER
);
CREATE TABLE gardens (
  garden_id INTEGER PRIMARY KEY,
  client_no INTEGER NOT NULL,
  nickname TEXT,
  area_m2 INTEGER,
  soil TEXT,
  has_pond TEXT
);
CREATE TABLE crews (
  crew_code TEXT PRIMARY KEY,
  crew_name TEXT,
  foreman_id INTEGER,
  van_reg TEXT,
  disbanded DATE
);
CREATE TABLE workers (
  worker_id INTEGER PRIMARY KEY,
  worker_name TEXT,
  crew_code TEXT REFERENCES crews(crew_code),
  trade TEXT,
  day_rate NUMERIC,
  chainsaw_ticket TEXT,
  hired DATE
);
CREATE TABLE plants (
  plant_id INTEGER PRIMARY KEY,
  common_name TEXT,
  latin_name TEXT,
  plant_group TEXT,
  unit_price NUMERIC,
  evergreen TEXT,
  stock_qty INTEGER
);
CREATE TABLE jobs (
  job_no INTEGER PRIMARY KEY,
  garden_id INTEGER NOT NULL REFERENCES gardens(garden_id),
  crew_code TEXT REFERENCES crews(crew_code),
  job_type TEXT,
  quoted NUMERIC,
  invoiced NUMERIC,
  start_date DATE,
  end_date DATE,
  state TEXT
);
CREATE TABLE plantings (
  job_no INTEGER NOT NULL REFERENCES jobs(job_no),
  plant_id INTEGER NOT NULL REFERENCES plants(plant_id),
  planted_qty INTEGER,
  died_qty INTEGER,
  PRIMARY KEY (job_no, plant_id)
);
