CREATE TABLE Crew (
  CrewId INTEGER PRIMARY KEY,
  FullName TEXT NOT NULL,
  JobRole TEXT,
  JoinedOn DATE,
  LeftOn DATE
);
CREATE TABLE Season (
  SeasonNo INTEGER PRIMARY KEY,
  Title TEXT,
  JackpotStart INTEGER,
  ShowLengthMin INTEGER
);
CREATE TABLE Episode (
  EpisodeId INTEGER PRIMARY KEY,
  SeasonNo INTEGER REFERENCES Season(SeasonNo),
  EpisodeNo INTEGER,
  Theme TEXT,
  RecordedOn DATE,
  AiredOn DATE,
  ViewersThousand INTEGER,
  HostId INTEGER REFERENCES Crew(CrewId),
  DirectorId INTEGER REFERENCES Crew(CrewId),
  IsCelebrity BOOLEAN
);
CREATE TABLE Contestant (
  ContestantId INTEGER PRIMARY KEY,
  GivenName TEXT,
  FamilyName TEXT,
  HomeTown TEXT,
  Occupation TEXT,
  BornOn DATE,
  AuditionScore INTEGER,
  SpeaksWelsh BOOLEAN
);
CREATE TABLE Appearance (
  AppearanceId INTEGER PRIMARY KEY,
  EpisodeId INTEGER REFERENCES Episode(EpisodeId),
  ContestantId INTEGER REFERENCES Contestant(ContestantId),
  Podium INTEGER,
  FinalScore INTEGER,
  WonEpisode BOOLEAN,
  JokerPlayed BOOLEAN
);
CREATE TABLE Category (
  CategoryId INTEGER PRIMARY KEY,
  CategoryName TEXT,
  ParentId INTEGER REFERENCES Category(CategoryId)
);
CREATE TABLE AskedQuestion (
  AskedId INTEGER PRIMARY KEY,
  AppearanceId INTEGER REFERENCES Appearance(AppearanceId),
  CategoryId INTEGER REFERENCES Category(CategoryId),
  RoundNo INTEGER,
  Points INTEGER,
  IsCorrect BOOLEAN,
  SecondsTaken REAL
);
CREATE TABLE Sponsor (
  SponsorId INTEGER PRIMARY KEY,
  SponsorName TEXT,
  Country TEXT
);
CREATE TABLE Prize (
  PrizeId INTEGER PRIMARY KEY,
  PrizeName TEXT,
  RetailValue NUMERIC,
  SponsorId INTEGER REFERENCES Sponsor(SponsorId)
);
CREATE TABLE PrizeAward (
  AwardId INTEGER PRIMARY KEY,
  AppearanceId INTEGER REFERENCES Appearance(AppearanceId),
  PrizeId INTEGER REFERENCES Prize(PrizeId),
  DeliveredOn DATE,
  Declined BOOLEAN
);
CREATE VIEW EpisodeWinners AS
  SELECT Appearance.EpisodeId, Contestant.GivenName, Contestant.FamilyName, Appearance.FinalScore
  FROM Appearance JOIN Contestant ON Appearance.ContestantId = Contestant.ContestantId
  JOIN Episode ON Appearance.EpisodeId = Episode.EpisodeId
  WHERE Appearance.WonEpisode = 1 AND Episode.AiredOn IS NOT NULL;
