CREATE TABLE regions (
  region_code TEXT PRIMARY KEY,
  region_name TEXT,
  country TEXT,
  rainfall_mm INTEGER
);
CREATE TABLE estates (
  estate_id INTEGER PRIMARY KEY,
  estate_name TEXT,
  region_code TEXT,
  founded TEXT,
  hectares REAL,
  elevation INTEGER,
  FOREIGN KEY (region_code) REFERENCES regions(region_code)
);
CREATE TABLE tea_grades (
  grade_code TEXT PRIMARY KEY,
  grade_description TEXT,
  tea_type TEXT
);
CREATE TABLE lots (
  lot_number INTEGER PRIMARY KEY,
  estate_id INTEGER,
  grade_code TEXT,
  flush TEXT,
  picked_on DATE,
  weight_kg INTEGER,
  FOREIGN KEY (estate_id) REFERENCES estates(estate_id),
  FOREIGN KEY (grade_code) REFERENCES tea_grades(grade_code)
);
CREATE TABLE buyers (
  buyer_id INTEGER PRIMARY KEY,
  buyer_name TEXT,
  country TEXT
);
CREATE TABLE sales (
  sale_id INTEGER PRIMARY KEY,
  lot_number INTEGER,
  buyer_id INTEGER,
  price_per_kg REAL,
  FOREIGN KEY (lot_number) REFERENCES lots(lot_number),
  FOREIGN KEY (buyer_id) REFERENCES buyers(buyer_id)
);
