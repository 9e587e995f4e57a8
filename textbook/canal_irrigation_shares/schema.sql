CREATE TABLE canal (
  canal_id INTEGER PRIMARY KEY,
  canal_name TEXT,
  river TEXT,
  length_km REAL,
  year_dug INTEGER,
  parent_canal_id INTEGER,
  FOREIGN KEY (parent_canal_id) REFERENCES canal(canal_id)
);
CREATE TABLE farmer (
  farmer_id INTEGER PRIMARY KEY,
  farmer_name TEXT,
  village TEXT,
  age INTEGER
);
CREATE TABLE field (
  field_id INTEGER PRIMARY KEY,
  farmer_id INTEGER,
  canal_id INTEGER,
  crop TEXT,
  area_ha REAL,
  method TEXT,
  FOREIGN KEY (farmer_id) REFERENCES farmer(farmer_id),
  FOREIGN KEY (canal_id) REFERENCES canal(canal_id)
);
CREATE TABLE water_turn (
  turn_id INTEGER PRIMARY KEY,
  field_id INTEGER,
  turn_date DATE,
  hours REAL,
  cubic_metres INTEGER,
  FOREIGN KEY (field_id) REFERENCES field(field_id)
);
