-- pinball arcade: machines on the floor, high score book, repairs
CREATE TABLE Machine (MachineId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Maker TEXT NOT NULL, BuiltYear INTEGER, BoughtOn DATETIME, BoughtForUsd NUMERIC, SoldOn DATETIME, FloorSpot TEXT, MultiBall TEXT NOT NULL, CoinCents INTEGER);
CREATE TABLE Player (PlayerId INTEGER PRIMARY KEY, Handle TEXT NOT NULL, RealName TEXT, BirthYear INTEGER, Hometown TEXT, Banned TEXT NOT NULL, PassUntil DATETIME);
CREATE TABLE ScoreEntry (ScoreId INTEGER PRIMARY KEY, MachineId INTEGER NOT NULL REFERENCES Machine(MachineId), PlayerId INTEGER NOT NULL REFERENCES Player(PlayerId), PlayedAt DATETIME NOT NULL, Points INTEGER NOT NULL, Witnessed TEXT NOT NULL);
CREATE TABLE Tech (TechId INTEGER PRIMARY KEY, TechName TEXT NOT NULL, HourlyUsd REAL, Volunteer TEXT NOT NULL);
CREATE TABLE Repair (RepairId INTEGER PRIMARY KEY, MachineId INTEGER NOT NULL REFERENCES Machine(MachineId), TechId INTEGER REFERENCES Tech(TechId), ReportedBy INTEGER REFERENCES Player(PlayerId), ReportedAt DATETIME NOT NULL, FixedAt DATETIME, Fault TEXT NOT NULL, PartsUsd NUMERIC, Hours REAL);
CREATE VIEW TopScore AS SELECT MachineId, max(Points) AS Points FROM ScoreEntry WHERE Witnessed = 'Y' GROUP BY MachineId;
