CREATE TABLE circuses (
  circus_id INTEGER PRIMARY KEY,
  circus_name TEXT,
  country TEXT,
  tent_capacity INTEGER,
  first_season TEXT
);
CREATE TABLE performers (
  performer_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  stage_name TEXT,
  country TEXT,
  age INTEGER,
  weekly_pay REAL,
  circus_id INTEGER,
  teacher_id INTEGER,
  FOREIGN KEY (circus_id) REFERENCES circuses(circus_id),
  FOREIGN KEY (teacher_id) REFERENCES performers(performer_id)
);
CREATE TABLE acts (
  act_id INTEGER PRIMARY KEY,
  act_name TEXT,
  category TEXT,
  danger_level INTEGER,
  minutes INTEGER
);
CREATE TABLE performer_acts (
  performer_id INTEGER,
  act_id INTEGER,
  since_year INTEGER,
  PRIMARY KEY (performer_id, act_id),
  FOREIGN KEY (performer_id) REFERENCES performers(performer_id),
  FOREIGN KEY (act_id) REFERENCES acts(act_id)
);
CREATE TABLE tour_stops (
  stop_id INTEGER PRIMARY KEY,
  circus_id INTEGER,
  town TEXT,
  arrival_date DATE,
  nights INTEGER,
  visitors INTEGER,
  FOREIGN KEY (circus_id) REFERENCES circuses(circus_id)
);
