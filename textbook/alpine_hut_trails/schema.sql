CREATE TABLE region (
  region_id INTEGER PRIMARY KEY,
  name TEXT,
  canton TEXT,
  highest_point_m INTEGER
);
CREATE TABLE hut (
  hut_id INTEGER PRIMARY KEY,
  name TEXT,
  region_id INTEGER,
  altitude_m INTEGER,
  beds INTEGER,
  year_opened INTEGER,
  warden TEXT,
  price_per_night REAL,
  FOREIGN KEY (region_id) REFERENCES region(region_id)
);
CREATE TABLE trail (
  trail_id INTEGER PRIMARY KEY,
  name TEXT,
  start_hut_id INTEGER,
  end_hut_id INTEGER,
  length_km REAL,
  difficulty TEXT,
  hours REAL,
  FOREIGN KEY (start_hut_id) REFERENCES hut(hut_id),
  FOREIGN KEY (end_hut_id) REFERENCES hut(hut_id)
);
CREATE TABLE overnight_stay (
  stay_id INTEGER PRIMARY KEY,
  hut_id INTEGER,
  hiker_name TEXT,
  nationality TEXT,
  nights INTEGER,
  arrival_date DATE,
  FOREIGN KEY (hut_id) REFERENCES hut(hut_id)
);
