CREATE TABLE hunter (
  hunterId INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  birthYear INTEGER,
  deathYear INTEGER,
  teacherId INTEGER,
  FOREIGN KEY (teacherId) REFERENCES hunter (hunterId)
);
CREATE TABLE sponsor (
  sponsorId INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  kind TEXT
);
CREATE TABLE expedition (
  expeditionId INTEGER PRIMARY KEY,
  title TEXT,
  leaderId INTEGER,
  sponsorId INTEGER,
  region TEXT,
  startYear INTEGER,
  months INTEGER,
  costPounds INTEGER,
  FOREIGN KEY (leaderId) REFERENCES hunter (hunterId),
  FOREIGN KEY (sponsorId) REFERENCES sponsor (sponsorId)
);
CREATE TABLE orchid (
  orchidId INTEGER PRIMARY KEY,
  genus TEXT,
  species TEXT,
  colour TEXT,
  habitat TEXT
);
CREATE TABLE find (
  expeditionId INTEGER,
  orchidId INTEGER,
  altitude INTEGER,
  plantsTaken INTEGER,
  PRIMARY KEY (expeditionId, orchidId),
  FOREIGN KEY (expeditionId) REFERENCES expedition (expeditionId),
  FOREIGN KEY (orchidId) REFERENCES orchid (orchidId)
);
