CREATE TABLE bird_species (
  speciesId INTEGER PRIMARY KEY,
  commonName TEXT,
  latinName TEXT,
  family TEXT,
  wingspanCm INTEGER,
  conservationStatus TEXT
);
CREATE TABLE reserve (
  reserveId INTEGER PRIMARY KEY,
  name TEXT,
  county TEXT,
  habitat TEXT,
  hideCount INTEGER
);
CREATE TABLE birder (
  birderId INTEGER PRIMARY KEY,
  name TEXT,
  town TEXT,
  memberSince INTEGER,
  mentorId INTEGER,
  FOREIGN KEY (mentorId) REFERENCES birder(birderId)
);
CREATE TABLE sighting (
  sightingId INTEGER PRIMARY KEY,
  birderId INTEGER,
  speciesId INTEGER,
  reserveId INTEGER,
  sightingDate DATE,
  birdCount INTEGER,
  FOREIGN KEY (birderId) REFERENCES birder(birderId),
  FOREIGN KEY (speciesId) REFERENCES bird_species(speciesId),
  FOREIGN KEY (reserveId) REFERENCES reserve(reserveId)
);
