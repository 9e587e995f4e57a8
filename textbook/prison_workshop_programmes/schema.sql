CREATE TABLE prisons (
  id INTEGER PRIMARY KEY,
  name TEXT,
  county TEXT,
  security_category TEXT,
  capacity INTEGER,
  opened INTEGER
);
CREATE TABLE wardens (
  id INTEGER PRIMARY KEY,
  name TEXT,
  prison_id INTEGER,
  appointed INTEGER,
  former_job TEXT,
  FOREIGN KEY (prison_id) REFERENCES prisons(id)
);
CREATE TABLE inmates (
  id INTEGER PRIMARY KEY,
  name TEXT,
  prison_id INTEGER,
  offence TEXT,
  sentence_months INTEGER,
  age INTEGER,
  FOREIGN KEY (prison_id) REFERENCES prisons(id)
);
CREATE TABLE workshops (
  id INTEGER PRIMARY KEY,
  name TEXT,
  hours_per_week INTEGER,
  wage_per_hour REAL
);
CREATE TABLE workshop_places (
  inmate_id INTEGER,
  workshop_id INTEGER,
  start_date DATE,
  rating INTEGER,
  PRIMARY KEY (inmate_id, workshop_id),
  FOREIGN KEY (inmate_id) REFERENCES inmates(id),
  FOREIGN KEY (workshop_id) REFERENCES workshops(id)
);
