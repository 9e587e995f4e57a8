CREATE TABLE Officer (
  OfficerId INTEGER PRIMARY KEY,
  FullName TEXT,
  Email TEXT,
  StartedOn DATE,
  LeftOn DATE
);
CREATE TABLE Site (
  SiteId INTEGER PRIMARY KEY,
  SiteName TEXT,
  Neighbourhood TEXT,
  OwnerDepartment TEXT,
  IsIndoor TEXT
);
CREATE TABLE Artist (
  ArtistId INTEGER PRIMARY KEY,
  FullName TEXT,
  BirthYear INTEGER,
  HomeCity TEXT,
  Country TEXT,
  IsIndigenous TEXT,
  Website TEXT
);
CREATE TABLE Commission (
  CommissionId INTEGER PRIMARY KEY,
  Title TEXT,
  SiteId INTEGER REFERENCES Site(SiteId),
  Budget INTEGER,
  CallOpenedOn DATE,
  CallClosedOn DATE,
  CancelledOn DATE,
  LeadOfficerId INTEGER REFERENCES Officer(OfficerId),
  ApprovedById INTEGER REFERENCES Officer(OfficerId)
);
CREATE TABLE Proposal (
  ProposalId INTEGER PRIMARY KEY,
  CommissionId INTEGER REFERENCES Commission(CommissionId),
  ArtistId INTEGER REFERENCES Artist(ArtistId),
  SubmittedOn DATE,
  AskingFee INTEGER,
  JuryScore REAL,
  IsWinner TEXT
);
CREATE TABLE Artwork (
  ArtworkId INTEGER PRIMARY KEY,
  ProposalId INTEGER REFERENCES Proposal(ProposalId),
  Title TEXT,
  Medium TEXT,
  HeightCm INTEGER,
  UnveiledOn DATE,
  RemovedOn DATE
);
CREATE TABLE Payment (
  PaymentId INTEGER PRIMARY KEY,
  ProposalId INTEGER REFERENCES Proposal(ProposalId),
  Stage TEXT,
  Amount INTEGER,
  PaidOn DATE
);
CREATE TABLE ConditionReport (
  ReportId INTEGER PRIMARY KEY,
  ArtworkId INTEGER REFERENCES Artwork(ArtworkId),
  OfficerId INTEGER REFERENCES Officer(OfficerId),
  InspectedOn DATE,
  Grade TEXT,
  RepairEstimate INTEGER,
  RepairedOn DATE
);
