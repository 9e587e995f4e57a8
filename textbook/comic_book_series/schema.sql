CREATE TABLE publisher (
  publisher_id INTEGER PRIMARY KEY,
  publisher TEXT,
  headquarter_city TEXT,
  market_share REAL
);
CREATE TABLE series (
  series_id INTEGER PRIMARY KEY,
  title TEXT,
  publisher_id INTEGER,
  writer TEXT,
  artist TEXT,
  start_year INTEGER,
  end_year INTEGER,
  FOREIGN KEY (publisher_id) REFERENCES publisher(publisher_id)
);
CREATE TABLE issue (
  issue_id INTEGER PRIMARY KEY,
  series_id INTEGER,
  issue_number INTEGER,
  cover_price REAL,
  pages INTEGER,
  print_run INTEGER,
  FOREIGN KEY (series_id) REFERENCES series(series_id)
);
CREATE TABLE character (
  character_id INTEGER PRIMARY KEY,
  alias TEXT,
  real_name TEXT,
  side TEXT,
  power TEXT,
  first_issue_id INTEGER,
  nemesis_id INTEGER,
  FOREIGN KEY (first_issue_id) REFERENCES issue(issue_id),
  FOREIGN KEY (nemesis_id) REFERENCES character(character_id)
);
