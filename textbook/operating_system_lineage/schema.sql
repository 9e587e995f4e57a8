CREATE TABLE company (
  id INTEGER PRIMARY KEY,
  name TEXT,
  home_town TEXT,
  year_founded TEXT
);
CREATE TABLE operating_system (
  id INTEGER PRIMARY KEY,
  name TEXT,
  company_id INTEGER,
  parent_id INTEGER,
  first_release TEXT,
  kernel_type TEXT,
  licence TEXT,
  users_million REAL,
  FOREIGN KEY (company_id) REFERENCES company(id),
  FOREIGN KEY (parent_id) REFERENCES operating_system(id)
);
CREATE TABLE device (
  id INTEGER PRIMARY KEY,
  name TEXT,
  type TEXT,
  year TEXT
);
CREATE TABLE support (
  system_id INTEGER,
  device_id INTEGER,
  notes TEXT,
  PRIMARY KEY (system_id, device_id),
  FOREIGN KEY (system_id) REFERENCES operating_system(id),
  FOREIGN KEY (device_id) REFERENCES device(id)
);
