CREATE TABLE cuber (
  Cuber_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Country TEXT,
  Year_of_Birth INTEGER,
  Competitions INTEGER
);
CREATE TABLE record (
  Record_ID INTEGER PRIMARY KEY,
  Cuber_ID INTEGER,
  Event TEXT,
  Time_in_seconds REAL,
  Year INTEGER,
  Competition TEXT,
  Notes TEXT,
  FOREIGN KEY (Cuber_ID) REFERENCES cuber(Cuber_ID)
);
