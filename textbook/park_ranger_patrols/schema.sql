CREATE TABLE national_park (
  park_code TEXT PRIMARY KEY,
  park_name TEXT,
  state TEXT,
  established_year TEXT,
  area_sq_km REAL,
  annual_visitors INTEGER
);
CREATE TABLE ranger (
  ranger_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  hometown TEXT,
  hire_year INTEGER,
  salary REAL
);
CREATE TABLE trail (
  trail_id INTEGER PRIMARY KEY,
  trail_name TEXT,
  park_code TEXT,
  length_km REAL,
  difficulty TEXT,
  FOREIGN KEY (park_code) REFERENCES national_park(park_code)
);
CREATE TABLE patrol (
  patrol_id INTEGER PRIMARY KEY,
  ranger_id INTEGER,
  trail_id INTEGER,
  patrol_date DATE,
  hours INTEGER,
  FOREIGN KEY (ranger_id) REFERENCES ranger(ranger_id),
  FOREIGN KEY (trail_id) REFERENCES trail(trail_id)
);
CREATE TABLE animal_sighting (
  sighting_id INTEGER PRIMARY KEY,
  patrol_id INTEGER,
  species TEXT,
  number_seen INTEGER,
  FOREIGN KEY (patrol_id) REFERENCES patrol(patrol_id)
);
