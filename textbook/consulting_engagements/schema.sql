CREATE TABLE consultant (
  consultant_id INTEGER PRIMARY KEY,
  name TEXT,
  grade TEXT,
  home_city TEXT,
  daily_rate INTEGER,
  supervisor_id INTEGER,
  FOREIGN KEY (supervisor_id) REFERENCES consultant(consultant_id)
);
CREATE TABLE engagement (
  engagement_id INTEGER PRIMARY KEY,
  project_name TEXT,
  client_name TEXT,
  client_sector TEXT,
  start_year INTEGER,
  budget INTEGER
);
CREATE TABLE assignment (
  consultant_id INTEGER,
  engagement_id INTEGER,
  role TEXT,
  days INTEGER,
  PRIMARY KEY (consultant_id, engagement_id),
  FOREIGN KEY (consultant_id) REFERENCES consultant(consultant_id),
  FOREIGN KEY (engagement_id) REFERENCES engagement(engagement_id)
);
