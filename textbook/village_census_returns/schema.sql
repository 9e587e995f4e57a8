CREATE TABLE household (
  household_no INTEGER PRIMARY KEY,
  street TEXT,
  dwelling_type TEXT,
  rooms INTEGER,
  weekly_rent REAL,
  has_garden TEXT
);
CREATE TABLE person (
  person_no INTEGER PRIMARY KEY,
  household_no INTEGER,
  forename TEXT,
  surname TEXT,
  sex TEXT,
  age INTEGER,
  occupation TEXT,
  birthplace TEXT,
  relation_to_head TEXT,
  FOREIGN KEY (household_no) REFERENCES household(household_no)
);
