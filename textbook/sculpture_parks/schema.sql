CREATE TABLE park (
  park_code TEXT PRIMARY KEY,
  park_name TEXT,
  region TEXT,
  area_hectares REAL,
  entrance_fee REAL
);
CREATE TABLE sculptor (
  sculptor_id INTEGER PRIMARY KEY,
  sculptor_name TEXT,
  nationality TEXT,
  born INTEGER,
  died INTEGER
);
CREATE TABLE sculpture (
  sculpture_id INTEGER PRIMARY KEY,
  title TEXT,
  sculptor_id INTEGER,
  park_code TEXT,
  material TEXT,
  year_made INTEGER,
  weight_kg INTEGER,
  height_cm INTEGER,
  FOREIGN KEY (sculptor_id) REFERENCES sculptor(sculptor_id),
  FOREIGN KEY (park_code) REFERENCES park(park_code)
);
