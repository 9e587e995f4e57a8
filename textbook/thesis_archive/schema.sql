CREATE TABLE faculty_unit (
  unit_code TEXT PRIMARY KEY,
  unit_name TEXT,
  campus TEXT,
  dean TEXT
);
CREATE TABLE supervisor (
  supervisor_id INTEGER PRIMARY KEY,
  full_name TEXT,
  title TEXT,
  unit_code TEXT,
  FOREIGN KEY (unit_code) REFERENCES faculty_unit(unit_code)
);
CREATE TABLE thesis (
  thesis_id INTEGER PRIMARY KEY,
  title TEXT,
  author TEXT,
  level TEXT,
  language TEXT,
  year TEXT,
  pages INTEGER,
  downloads INTEGER,
  main_supervisor_id INTEGER,
  second_supervisor_id INTEGER,
  FOREIGN KEY (main_supervisor_id) REFERENCES supervisor(supervisor_id),
  FOREIGN KEY (second_supervisor_id) REFERENCES supervisor(supervisor_id)
);
CREATE TABLE keyword (
  keyword_id INTEGER PRIMARY KEY,
  word TEXT
);
CREATE TABLE thesis_keyword (
  thesis_id INTEGER,
  keyword_id INTEGER,
  PRIMARY KEY (thesis_id, keyword_id),
  FOREIGN KEY (thesis_id) REFERENCES thesis(thesis_id),
  FOREIGN KEY (keyword_id) REFERENCES keyword(keyword_id)
);
