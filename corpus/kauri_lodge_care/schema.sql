CREATE TABLE wing (wing_code TEXT PRIMARY KEY, wing_name TEXT NOT NULL, secure_ward TEXT NOT NULL);
CREATE TABLE room (room_no TEXT PRIMARY KEY, wing_code TEXT NOT NULL REFERENCES wing(wing_code), beds INTEGER NOT NULL, weekly_rate REAL NOT NULL, ensuite TEXT NOT NULL);
CREATE TABLE resident (
  resident_id INTEGER PRIMARY KEY,
  given_name TEXT NOT NULL,
  family_name TEXT NOT NULL,
  sex TEXT NOT NULL,
  born_on DATE NOT NULL,
  admitted_on DATE NOT NULL,
  left_on DATE,
  leaving_reason TEXT,
  room_no TEXT REFERENCES room(room_no),
  care_level INTEGER NOT NULL,
  gp_name TEXT
);
CREATE TABLE carer (carer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, grade TEXT NOT NULL, hourly_pay REAL NOT NULL, hired_on DATE NOT NULL, resigned_on DATE, first_aid_expires DATE);
CREATE TABLE fall_report (fall_id INTEGER PRIMARY KEY, resident_id INTEGER NOT NULL REFERENCES resident(resident_id), fell_at DATETIME NOT NULL, place TEXT NOT NULL, injury TEXT, reported_by INTEGER REFERENCES carer(carer_id), reviewed_by INTEGER REFERENCES carer(carer_id), family_told TEXT NOT NULL);
CREATE TABLE visitor_log (visit_id INTEGER PRIMARY KEY, resident_id INTEGER NOT NULL REFERENCES resident(resident_id), visitor_name TEXT NOT NULL, relation TEXT, arrived_at DATETIME NOT NULL, departed_at DATETIME);
CREATE TABLE weight_check (resident_id INTEGER NOT NULL REFERENCES resident(resident_id), weighed_on DATE NOT NULL, kilos REAL NOT NULL, PRIMARY KEY (resident_id, weighed_on));
