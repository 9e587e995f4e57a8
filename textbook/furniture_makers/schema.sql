CREATE TABLE maker (
  maker_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  year_founded INTEGER,
  annual_revenue REAL
);
CREATE TABLE furniture (
  furniture_id INTEGER PRIMARY KEY,
  name TEXT,
  category TEXT,
  maker_id INTEGER,
  price INTEGER,
  height_cm INTEGER,
  FOREIGN KEY (maker_id) REFERENCES maker(maker_id)
);
CREATE TABLE material (
  material_id INTEGER PRIMARY KEY,
  name TEXT,
  origin TEXT,
  price_per_kg REAL
);
CREATE TABLE furniture_material (
  furniture_id INTEGER,
  material_id INTEGER,
  weight_kg REAL,
  PRIMARY KEY (furniture_id, material_id),
  FOREIGN KEY (furniture_id) REFERENCES furniture(furniture_id),
  FOREIGN KEY (material_id) REFERENCES material(material_id)
);
