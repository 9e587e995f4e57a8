CREATE TABLE membership_types (
  type_code TEXT PRIMARY KEY,
  description TEXT,
  annual_fee INTEGER
);
CREATE TABLE members (
  member_id INTEGER PRIMARY KEY,
  full_name TEXT,
  type_code TEXT,
  handicap REAL,
  join_date DATE,
  town TEXT,
  introduced_by INTEGER,
  FOREIGN KEY (type_code) REFERENCES membership_types(type_code),
  FOREIGN KEY (introduced_by) REFERENCES members(member_id)
);
CREATE TABLE courses (
  course_id INTEGER PRIMARY KEY,
  course_name TEXT,
  designer TEXT,
  par INTEGER,
  length_yards INTEGER,
  green_fee REAL
);
CREATE TABLE holes (
  course_id INTEGER,
  hole_number INTEGER,
  par INTEGER,
  yards INTEGER,
  hazard TEXT,
  PRIMARY KEY (course_id, hole_number),
  FOREIGN KEY (course_id) REFERENCES courses(course_id)
);
CREATE TABLE caddies (
  caddie_id INTEGER PRIMARY KEY,
  full_name TEXT,
  years_experience INTEGER,
  fee_per_round REAL
);
CREATE TABLE rounds (
  round_id INTEGER PRIMARY KEY,
  member_id INTEGER,
  course_id INTEGER,
  caddie_id INTEGER,
  played_on DATE,
  strokes INTEGER,
  weather TEXT,
  FOREIGN KEY (member_id) REFERENCES members(member_id),
  FOREIGN KEY (course_id) REFERENCES courses(course_id),
  FOREIGN KEY (caddie_id) REFERENCES caddies(caddie_id)
);
