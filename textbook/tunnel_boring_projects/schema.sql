CREATE TABLE contractors (
  contractor_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  employees INTEGER
);
CREATE TABLE tunnels (
  tunnel_id INTEGER PRIMARY KEY,
  name TEXT,
  mountain TEXT,
  country TEXT,
  use TEXT,
  length_km REAL,
  opening_year INTEGER
);
CREATE TABLE boring_machines (
  machine_id INTEGER PRIMARY KEY,
  name TEXT,
  diameter_m REAL,
  manufacturer TEXT,
  contractor_id INTEGER,
  FOREIGN KEY (contractor_id) REFERENCES contractors(contractor_id)
);
CREATE TABLE drives (
  drive_id INTEGER PRIMARY KEY,
  tunnel_id INTEGER,
  machine_id INTEGER,
  rock TEXT,
  metres INTEGER,
  months INTEGER,
  FOREIGN KEY (tunnel_id) REFERENCES tunnels(tunnel_id),
  FOREIGN KEY (machine_id) REFERENCES boring_machines(machine_id)
);
