CREATE TABLE troops (
  troop_no INTEGER PRIMARY KEY,
  town TEXT,
  meeting_day TEXT,
  founded INTEGER
);
CREATE TABLE leaders (
  leader_id INTEGER PRIMARY KEY,
  full_name TEXT,
  troop_no INTEGER,
  years_of_service INTEGER,
  first_aid_certified TEXT,
  FOREIGN KEY (troop_no) REFERENCES troops(troop_no)
);
CREATE TABLE scouts (
  scout_id INTEGER PRIMARY KEY,
  full_name TEXT,
  birth_date DATE,
  troop_no INTEGER,
  rank TEXT,
  patrol TEXT,
  FOREIGN KEY (troop_no) REFERENCES troops(troop_no)
);
CREATE TABLE badges (
  badge_code TEXT PRIMARY KEY,
  badge_name TEXT,
  category TEXT,
  required_tasks INTEGER
);
CREATE TABLE badge_awards (
  scout_id INTEGER,
  badge_code TEXT,
  awarded_on DATE,
  examiner_id INTEGER,
  PRIMARY KEY (scout_id, badge_code),
  FOREIGN KEY (scout_id) REFERENCES scouts(scout_id),
  FOREIGN KEY (badge_code) REFERENCES badges(badge_code),
  FOREIGN KEY (examiner_id) REFERENCES leaders(leader_id)
);
CREATE TABLE hikes (
  hike_id INTEGER PRIMARY KEY,
  troop_no INTEGER,
  destination TEXT,
  distance_km REAL,
  hike_date DATE,
  participants INTEGER,
  FOREIGN KEY (troop_no) REFERENCES troops(troop_no)
);
