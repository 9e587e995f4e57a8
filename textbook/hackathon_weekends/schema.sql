CREATE TABLE hackathons (
  id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  year INTEGER,
  prize_money INTEGER
);
CREATE TABLE participants (
  id INTEGER PRIMARY KEY,
  name TEXT,
  nationality TEXT,
  university TEXT,
  age INTEGER
);
CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  title TEXT,
  hackathon_id INTEGER,
  captain_id INTEGER,
  programming_language TEXT,
  score REAL,
  result TEXT,
  FOREIGN KEY (hackathon_id) REFERENCES hackathons(id),
  FOREIGN KEY (captain_id) REFERENCES participants(id)
);
CREATE TABLE project_members (
  project_id INTEGER,
  participant_id INTEGER,
  role TEXT,
  PRIMARY KEY (project_id, participant_id),
  FOREIGN KEY (project_id) REFERENCES projects(id),
  FOREIGN KEY (participant_id) REFERENCES participants(id)
);
