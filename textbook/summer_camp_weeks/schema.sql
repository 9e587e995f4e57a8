CREATE TABLE camps (
  camp_id INTEGER PRIMARY KEY,
  name TEXT,
  state TEXT,
  theme TEXT,
  weekly_fee INTEGER,
  beds INTEGER
);
CREATE TABLE campers (
  camper_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  age INTEGER,
  home_state TEXT
);
CREATE TABLE counselors (
  counselor_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  specialty TEXT,
  camp_id INTEGER,
  FOREIGN KEY (camp_id) REFERENCES camps(camp_id)
);
CREATE TABLE enrollments (
  enrollment_id INTEGER PRIMARY KEY,
  camper_id INTEGER,
  camp_id INTEGER,
  week_number INTEGER,
  paid TEXT,
  FOREIGN KEY (camper_id) REFERENCES campers(camper_id),
  FOREIGN KEY (camp_id) REFERENCES camps(camp_id)
);
