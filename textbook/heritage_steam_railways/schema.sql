CREATE TABLE heritage_line (
  line_id INTEGER PRIMARY KEY,
  line_name TEXT,
  county TEXT,
  gauge_mm INTEGER,
  length_miles REAL,
  reopened TEXT
);
CREATE TABLE locomotive (
  loco_number TEXT PRIMARY KEY,
  nickname TEXT,
  builder TEXT,
  built INTEGER,
  wheel_arrangement TEXT,
  weight_tons INTEGER,
  line_id INTEGER,
  FOREIGN KEY (line_id) REFERENCES heritage_line(line_id)
);
CREATE TABLE volunteer (
  volunteer_id INTEGER PRIMARY KEY,
  name TEXT,
  age INTEGER,
  line_id INTEGER,
  job TEXT,
  hours INTEGER,
  FOREIGN KEY (line_id) REFERENCES heritage_line(line_id)
);
CREATE TABLE overhaul (
  overhaul_id INTEGER PRIMARY KEY,
  loco_number TEXT,
  leader_id INTEGER,
  start_year INTEGER,
  end_year INTEGER,
  cost INTEGER,
  FOREIGN KEY (loco_number) REFERENCES locomotive(loco_number),
  FOREIGN KEY (leader_id) REFERENCES volunteer(volunteer_id)
);
CREATE TABLE special_train (
  train_id INTEGER PRIMARY KEY,
  title TEXT,
  loco_number TEXT,
  running_date DATE,
  tickets_sold INTEGER,
  ticket_price REAL,
  FOREIGN KEY (loco_number) REFERENCES locomotive(loco_number)
);
