CREATE TABLE company (
  id INTEGER PRIMARY KEY,
  name TEXT,
  home_city TEXT,
  founded INTEGER,
  budget_million REAL
);
CREATE TABLE dancer (
  id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  rank TEXT,
  height_cm INTEGER,
  year_joined INTEGER,
  company_id INTEGER,
  FOREIGN KEY (company_id) REFERENCES company(id)
);
CREATE TABLE choreographer (
  id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  style TEXT
);
CREATE TABLE ballet (
  id INTEGER PRIMARY KEY,
  name TEXT,
  composer TEXT,
  acts INTEGER,
  premiere_year INTEGER,
  choreographer_id INTEGER,
  FOREIGN KEY (choreographer_id) REFERENCES choreographer(id)
);
CREATE TABLE production (
  id INTEGER PRIMARY KEY,
  company_id INTEGER,
  ballet_id INTEGER,
  season TEXT,
  shows INTEGER,
  tickets_sold INTEGER,
  FOREIGN KEY (company_id) REFERENCES company(id),
  FOREIGN KEY (ballet_id) REFERENCES ballet(id)
);
