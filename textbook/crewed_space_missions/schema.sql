CREATE TABLE space_agency (
  agencyId INTEGER PRIMARY KEY,
  agencyName TEXT,
  headquarters TEXT,
  founded INTEGER,
  annualBudget REAL
);
CREATE TABLE astronaut (
  astronautId INTEGER PRIMARY KEY,
  firstName TEXT,
  lastName TEXT,
  sex TEXT,
  birthYear INTEGER,
  agencyId INTEGER,
  formerJob TEXT,
  FOREIGN KEY (agencyId) REFERENCES space_agency(agencyId)
);
CREATE TABLE spacecraft (
  craftCode TEXT PRIMARY KEY,
  craftName TEXT,
  agencyId INTEGER,
  seats INTEGER,
  massTons REAL,
  FOREIGN KEY (agencyId) REFERENCES space_agency(agencyId)
);
CREATE TABLE mission (
  missionId INTEGER PRIMARY KEY,
  missionName TEXT,
  craftCode TEXT,
  launchDate DATE,
  durationDays INTEGER,
  destination TEXT,
  outcome TEXT,
  FOREIGN KEY (craftCode) REFERENCES spacecraft(craftCode)
);
CREATE TABLE mission_crew (
  missionId INTEGER,
  astronautId INTEGER,
  role TEXT,
  PRIMARY KEY (missionId, astronautId),
  FOREIGN KEY (missionId) REFERENCES mission(missionId),
  FOREIGN KEY (astronautId) REFERENCES astronaut(astronautId)
);
CREATE TABLE spacewalk (
  spacewalkId INTEGER PRIMARY KEY,
  missionId INTEGER,
  astronautId INTEGER,
  minutes INTEGER,
  purpose TEXT,
  FOREIGN KEY (missionId) REFERENCES mission(missionId),
  FOREIGN KEY (astronautId) REFERENCES astronaut(astronautId)
);
