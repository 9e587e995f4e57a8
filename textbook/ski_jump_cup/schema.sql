CREATE TABLE hills (
  hill_id INTEGER PRIMARY KEY,
  hill_name TEXT,
  place TEXT,
  country TEXT,
  hill_size INTEGER,
  k_point INTEGER,
  year_built INTEGER
);
CREATE TABLE jumpers (
  jumper_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  date_of_birth DATE,
  ski_maker TEXT,
  ski_length_cm INTEGER
);
CREATE TABLE jumps (
  jump_id INTEGER PRIMARY KEY,
  hill_id INTEGER,
  jumper_id INTEGER,
  season TEXT,
  distance REAL,
  style_points REAL,
  wind_speed REAL,
  fell TEXT,
  FOREIGN KEY (hill_id) REFERENCES hills(hill_id),
  FOREIGN KEY (jumper_id) REFERENCES jumpers(jumper_id)
);
