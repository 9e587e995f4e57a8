CREATE TABLE Country (
  CountryCode TEXT PRIMARY KEY,
  CountryName TEXT NOT NULL,
  Region TEXT
);
CREATE TABLE PartnerSchool (
  SchoolId INTEGER PRIMARY KEY,
  SchoolName TEXT,
  CountryCode TEXT REFERENCES Country(CountryCode),
  City TEXT,
  SeatsOffered INTEGER,
  IsBoarding TEXT
);
CREATE TABLE Coordinator (
  CoordinatorId INTEGER PRIMARY KEY,
  FullName TEXT,
  CountryCode TEXT REFERENCES Country(CountryCode),
  HiredOn DATE,
  LeftOn DATE
);
CREATE TABLE Programme (
  ProgrammeId INTEGER PRIMARY KEY,
  Title TEXT,
  Months INTEGER,
  FeeEur NUMERIC
);
CREATE TABLE Student (
  StudentId INTEGER PRIMARY KEY,
  FirstName TEXT,
  LastName TEXT,
  BirthDate DATE,
  Sex TEXT,
  HomeCountry TEXT REFERENCES Country(CountryCode),
  Email TEXT,
  IsVegetarian TEXT,
  PetAllergy TEXT,
  AppliedOn DATE
);
CREATE TABLE HostFamily (
  FamilyId INTEGER PRIMARY KEY,
  Surname TEXT,
  CountryCode TEXT REFERENCES Country(CountryCode),
  City TEXT,
  SpareBeds INTEGER,
  HasPets TEXT,
  CheckedOn DATE,
  RecruitedBy INTEGER REFERENCES Coordinator(CoordinatorId),
  WithdrewOn DATE
);
CREATE TABLE Placement (
  PlacementId INTEGER PRIMARY KEY,
  StudentId INTEGER REFERENCES Student(StudentId),
  FamilyId INTEGER REFERENCES HostFamily(FamilyId),
  SchoolId INTEGER REFERENCES PartnerSchool(SchoolId),
  ProgrammeId INTEGER REFERENCES Programme(ProgrammeId),
  CoordinatorId INTEGER REFERENCES Coordinator(CoordinatorId),
  ArrivalDate DATE,
  DepartureDate DATE,
  EndReason TEXT
);
CREATE TABLE HomeVisit (
  VisitId INTEGER PRIMARY KEY,
  PlacementId INTEGER REFERENCES Placement(PlacementId),
  VisitedBy INTEGER REFERENCES Coordinator(CoordinatorId),
  VisitDate DATE,
  Rating INTEGER,
  ConcernRaised TEXT
);
CREATE TABLE Stipend (
  StipendId INTEGER PRIMARY KEY,
  PlacementId INTEGER REFERENCES Placement(PlacementId),
  PaidOn DATE,
  AmountEur NUMERIC
);
