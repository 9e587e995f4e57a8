CREATE TABLE Weapon (
  weapon_code CHAR(1) PRIMARY KEY,
  weapon_name TEXT,
  max_weight_grams INTEGER,
  target_area TEXT
);
CREATE TABLE Master (
  master_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  hourly_fee REAL,
  hired_year TEXT
);
CREATE TABLE Fencer (
  fencer_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  handed TEXT,
  birth_year TEXT,
  weapon_code CHAR(1),
  FOREIGN KEY (weapon_code) REFERENCES Weapon(weapon_code)
);
CREATE TABLE Lesson (
  lesson_id INTEGER PRIMARY KEY,
  master_id INTEGER,
  fencer_id INTEGER,
  lesson_date DATE,
  minutes INTEGER,
  topic TEXT,
  FOREIGN KEY (master_id) REFERENCES Master(master_id),
  FOREIGN KEY (fencer_id) REFERENCES Fencer(fencer_id)
);
CREATE TABLE Bout (
  bout_id INTEGER PRIMARY KEY,
  left_fencer_id INTEGER,
  right_fencer_id INTEGER,
  left_touches INTEGER,
  right_touches INTEGER,
  referee TEXT,
  FOREIGN KEY (left_fencer_id) REFERENCES Fencer(fencer_id),
  FOREIGN KEY (right_fencer_id) REFERENCES Fencer(fencer_id)
);
