CREATE TABLE beach (
  beach_id INTEGER PRIMARY KEY,
  beach_name TEXT,
  county TEXT,
  bottom_type TEXT
);
CREATE TABLE instructor (
  instructor_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  certificate_level INTEGER,
  hourly_pay REAL,
  supervisor_id INTEGER,
  FOREIGN KEY (supervisor_id) REFERENCES instructor(instructor_id)
);
CREATE TABLE surfer (
  surfer_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  age INTEGER,
  swim_level TEXT,
  country TEXT
);
CREATE TABLE surfboard (
  board_id INTEGER PRIMARY KEY,
  model TEXT,
  length_feet REAL,
  material TEXT,
  purchase_year INTEGER
);
CREATE TABLE lesson (
  lesson_id INTEGER PRIMARY KEY,
  beach_id INTEGER,
  instructor_id INTEGER,
  lesson_date DATE,
  level TEXT,
  wave_height_m REAL,
  price REAL,
  FOREIGN KEY (beach_id) REFERENCES beach(beach_id),
  FOREIGN KEY (instructor_id) REFERENCES instructor(instructor_id)
);
CREATE TABLE lesson_surfer (
  lesson_id INTEGER,
  surfer_id INTEGER,
  board_id INTEGER,
  waves_caught INTEGER,
  PRIMARY KEY (lesson_id, surfer_id),
  FOREIGN KEY (lesson_id) REFERENCES lesson(lesson_id),
  FOREIGN KEY (surfer_id) REFERENCES surfer(surfer_id),
  FOREIGN KEY (board_id) REFERENCES surfboard(board_id)
);
