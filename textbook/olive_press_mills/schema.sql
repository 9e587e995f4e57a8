CREATE TABLE mills (
  mill_id INTEGER PRIMARY KEY,
  name TEXT,
  province TEXT,
  press_type TEXT,
  capacity_tonnes INTEGER,
  founded INTEGER
);
CREATE TABLE growers (
  grower_id INTEGER PRIMARY KEY,
  name TEXT,
  province TEXT,
  olive_trees INTEGER,
  organic TEXT
);
CREATE TABLE deliveries (
  delivery_id INTEGER PRIMARY KEY,
  mill_id INTEGER,
  grower_id INTEGER,
  cultivar TEXT,
  delivered_on DATE,
  kilos INTEGER,
  acidity REAL,
  FOREIGN KEY (mill_id) REFERENCES mills(mill_id),
  FOREIGN KEY (grower_id) REFERENCES growers(grower_id)
);
