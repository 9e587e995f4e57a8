CREATE TABLE beekeeper (
  beekeeper_id INTEGER PRIMARY KEY,
  name TEXT,
  village TEXT,
  age INTEGER,
  year_joined INTEGER
);
CREATE TABLE apiary (
  apiary_id INTEGER PRIMARY KEY,
  name TEXT,
  beekeeper_id INTEGER,
  altitude INTEGER,
  main_flora TEXT,
  FOREIGN KEY (beekeeper_id) REFERENCES beekeeper(beekeeper_id)
);
CREATE TABLE hive (
  hive_id INTEGER PRIMARY KEY,
  apiary_id INTEGER,
  hive_type TEXT,
  queen_year INTEGER,
  number_of_frames INTEGER,
  FOREIGN KEY (apiary_id) REFERENCES apiary(apiary_id)
);
CREATE TABLE honey_harvest (
  harvest_id INTEGER PRIMARY KEY,
  hive_id INTEGER,
  harvest_year INTEGER,
  honey_variety TEXT,
  kilograms REAL,
  FOREIGN KEY (hive_id) REFERENCES hive(hive_id)
);
