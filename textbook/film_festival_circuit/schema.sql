CREATE TABLE directors (
  director_id INTEGER PRIMARY KEY,
  director_name TEXT,
  gender TEXT,
  country TEXT
);
CREATE TABLE films (
  film_id INTEGER PRIMARY KEY,
  title TEXT,
  director_id INTEGER,
  country TEXT,
  running_time INTEGER,
  film_type TEXT,
  FOREIGN KEY (director_id) REFERENCES directors(director_id)
);
CREATE TABLE festivals (
  festival_id INTEGER PRIMARY KEY,
  festival_name TEXT,
  city TEXT,
  country TEXT,
  first_year INTEGER
);
CREATE TABLE editions (
  edition_id INTEGER PRIMARY KEY,
  festival_id INTEGER,
  year INTEGER,
  visitors INTEGER,
  FOREIGN KEY (festival_id) REFERENCES festivals(festival_id)
);
CREATE TABLE jurors (
  juror_id INTEGER PRIMARY KEY,
  juror_name TEXT,
  profession TEXT
);
CREATE TABLE jury_duty (
  edition_id INTEGER,
  juror_id INTEGER,
  is_president TEXT,
  PRIMARY KEY (edition_id, juror_id),
  FOREIGN KEY (edition_id) REFERENCES editions(edition_id),
  FOREIGN KEY (juror_id) REFERENCES jurors(juror_id)
);
CREATE TABLE screenings (
  screening_id INTEGER PRIMARY KEY,
  film_id INTEGER,
  edition_id INTEGER,
  cinema TEXT,
  audience INTEGER,
  FOREIGN KEY (film_id) REFERENCES films(film_id),
  FOREIGN KEY (edition_id) REFERENCES editions(edition_id)
);
CREATE TABLE awards (
  award_id INTEGER PRIMARY KEY,
  award_name TEXT,
  edition_id INTEGER,
  film_id INTEGER,
  FOREIGN KEY (edition_id) REFERENCES editions(edition_id),
  FOREIGN KEY (film_id) REFERENCES films(film_id)
);
