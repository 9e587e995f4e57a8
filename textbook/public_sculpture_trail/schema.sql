CREATE TABLE sculptor (
  sculptor_id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  birth_year INTEGER,
  death_year INTEGER
);
CREATE TABLE park (
  park_id INTEGER PRIMARY KEY,
  name TEXT,
  district TEXT,
  area_hectares REAL
);
CREATE TABLE sculpture (
  sculpture_id INTEGER PRIMARY KEY,
  title TEXT,
  sculptor_id INTEGER,
  park_id INTEGER,
  material TEXT,
  height_m REAL,
  unveiled_year INTEGER,
  FOREIGN KEY (sculptor_id) REFERENCES sculptor(sculptor_id),
  FOREIGN KEY (park_id) REFERENCES park(park_id)
);
CREATE TABLE restoration (
  restoration_id INTEGER PRIMARY KEY,
  sculpture_id INTEGER,
  year INTEGER,
  cost REAL,
  contractor TEXT,
  FOREIGN KEY (sculpture_id) REFERENCES sculpture(sculpture_id)
);
