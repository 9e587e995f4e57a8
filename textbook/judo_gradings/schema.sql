CREATE TABLE dojo (
  dojo_name TEXT PRIMARY KEY,
  city TEXT,
  mat_area INTEGER,
  monthly_fee REAL
);
CREATE TABLE judoka (
  licence_no TEXT PRIMARY KEY,
  name TEXT,
  dojo_name TEXT,
  belt TEXT,
  weight_class TEXT,
  year_joined TEXT,
  FOREIGN KEY (dojo_name) REFERENCES dojo(dojo_name)
);
CREATE TABLE grading (
  grading_id INTEGER PRIMARY KEY,
  licence_no TEXT,
  belt_attempted TEXT,
  examiner TEXT,
  score INTEGER,
  outcome TEXT,
  grading_date DATE,
  FOREIGN KEY (licence_no) REFERENCES judoka(licence_no)
);
