CREATE TABLE sensor (
  sensor_code TEXT PRIMARY KEY,
  street TEXT,
  district TEXT,
  model TEXT,
  install_year INTEGER,
  height_m REAL,
  status TEXT
);
CREATE TABLE reading (
  reading_id INTEGER PRIMARY KEY,
  sensor_code TEXT,
  pollutant TEXT,
  value REAL,
  reading_date DATE,
  FOREIGN KEY (sensor_code) REFERENCES sensor(sensor_code)
);
