CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  name TEXT,
  programming_language TEXT,
  license TEXT
);
CREATE TABLE releases (
  id INTEGER PRIMARY KEY,
  product_id INTEGER,
  version TEXT,
  release_date DATE,
  downloads INTEGER,
  FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE TABLE developers (
  id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  joined_year INTEGER
);
CREATE TABLE bugs (
  id INTEGER PRIMARY KEY,
  release_id INTEGER,
  title TEXT,
  severity TEXT,
  status TEXT,
  reporter_id INTEGER,
  assignee_id INTEGER,
  reported_date DATE,
  hours_to_fix REAL,
  FOREIGN KEY (release_id) REFERENCES releases(id),
  FOREIGN KEY (reporter_id) REFERENCES developers(id),
  FOREIGN KEY (assignee_id) REFERENCES developers(id)
);
CREATE TABLE comments (
  id INTEGER PRIMARY KEY,
  bug_id INTEGER,
  developer_id INTEGER,
  text TEXT,
  FOREIGN KEY (bug_id) REFERENCES bugs(id),
  FOREIGN KEY (developer_id) REFERENCES developers(id)
);
