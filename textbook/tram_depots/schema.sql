CREATE TABLE depot (
  depot_code TEXT PRIMARY KEY,
  name TEXT,
  district TEXT,
  capacity INTEGER
);
CREATE TABLE tram_line (
  line_number INTEGER PRIMARY KEY,
  colour TEXT,
  depot_code TEXT,
  length_km REAL,
  daily_riders INTEGER,
  FOREIGN KEY (depot_code) REFERENCES depot(depot_code)
);
CREATE TABLE stop (
  stop_id INTEGER PRIMARY KEY,
  name TEXT,
  district TEXT,
  zone TEXT,
  has_shelter TEXT
);
CREATE TABLE line_stop (
  line_number INTEGER,
  stop_id INTEGER,
  position INTEGER,
  PRIMARY KEY (line_number, stop_id),
  FOREIGN KEY (line_number) REFERENCES tram_line(line_number),
  FOREIGN KEY (stop_id) REFERENCES stop(stop_id)
);
CREATE TABLE tram (
  tram_id INTEGER PRIMARY KEY,
  model TEXT,
  manufacturer TEXT,
  year INTEGER,
  seats INTEGER,
  line_number INTEGER,
  FOREIGN KEY (line_number) REFERENCES tram_line(line_number)
);
CREATE TABLE driver (
  driver_id INTEGER PRIMARY KEY,
  name TEXT,
  age INTEGER,
  depot_code TEXT,
  supervisor_id INTEGER,
  FOREIGN KEY (depot_code) REFERENCES depot(depot_code),
  FOREIGN KEY (supervisor_id) REFERENCES driver(driver_id)
);
