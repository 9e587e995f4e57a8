CREATE TABLE Club (
  ClubID INTEGER PRIMARY KEY,
  ClubName TEXT NOT NULL,
  Town TEXT
);
CREATE TABLE Runner (
  RunnerID INTEGER PRIMARY KEY,
  GivenName TEXT,
  FamilyName TEXT,
  Gender TEXT,
  BirthYear INTEGER,
  Nationality TEXT,
  ClubID INTEGER REFERENCES Club(ClubID),
  Email TEXT,
  MedicalNote TEXT
);
CREATE TABLE RaceEvent (
  EventID INTEGER PRIMARY KEY,
  EventName TEXT,
  City TEXT,
  EventDate TEXT,
  Cancelled TEXT
);
CREATE TABLE Race (
  RaceID INTEGER PRIMARY KEY,
  EventID INTEGER REFERENCES RaceEvent(EventID),
  RaceLabel TEXT,
  DistanceKm REAL,
  StartTime DATETIME,
  Capacity INTEGER,
  EntryFee NUMERIC,
  CutoffMinutes INTEGER,
  Certified TEXT
);
CREATE TABLE Entry (
  EntryID INTEGER PRIMARY KEY,
  RaceID INTEGER REFERENCES Race(RaceID),
  RunnerID INTEGER REFERENCES Runner(RunnerID),
  BibNo INTEGER,
  EnteredAt DATETIME,
  PaidAmount NUMERIC,
  EntryStatus TEXT,
  TransferredTo INTEGER REFERENCES Runner(RunnerID),
  TShirtSize TEXT
);
CREATE TABLE Result (
  EntryID INTEGER PRIMARY KEY REFERENCES Entry(EntryID),
  GunSeconds INTEGER,
  ChipSeconds INTEGER,
  FinishCode TEXT REFERENCES FinishCode(Code)
);
CREATE TABLE FinishCode (
  Code TEXT PRIMARY KEY,
  Meaning TEXT
);
CREATE TABLE Refund (
  RefundID INTEGER PRIMARY KEY,
  EntryID INTEGER REFERENCES Entry(EntryID),
  RequestedAt DATETIME,
  Reason TEXT,
  Amount NUMERIC,
  Approved TEXT,
  PaidOutAt DATETIME
);
CREATE TABLE Volunteer (
  VolunteerID INTEGER PRIMARY KEY,
  FullName TEXT,
  RunnerID INTEGER REFERENCES Runner(RunnerID),
  FirstAid TEXT
);
CREATE TABLE VolunteerShift (
  ShiftID INTEGER PRIMARY KEY,
  VolunteerID INTEGER REFERENCES Volunteer(VolunteerID),
  EventID INTEGER REFERENCES RaceEvent(EventID),
  Post TEXT,
  HoursWorked REAL
);
CREATE VIEW FinisherList AS
  SELECT Entry.RaceID, Runner.GivenName, Runner.FamilyName, Result.ChipSeconds
  FROM Result JOIN Entry ON Result.EntryID = Entry.EntryID JOIN Runner ON Entry.RunnerID = Runner.RunnerID
  WHERE Result.FinishCode = 'FIN' AND Runner.Email IS NOT NULL;
