CREATE TABLE Institution (
  InstitutionID INTEGER PRIMARY KEY,
  InstitutionName TEXT,
  Country TEXT
);
CREATE TABLE Person (
  PersonID INTEGER PRIMARY KEY,
  GivenName TEXT,
  FamilyName TEXT,
  Email TEXT,
  InstitutionID INTEGER REFERENCES Institution(InstitutionID),
  IsEditor TEXT,
  AcceptsReviews TEXT,
  PhDYear INTEGER
);
CREATE TABLE Section (
  SectionCode TEXT PRIMARY KEY,
  SectionTitle TEXT,
  LeadEditorID INTEGER REFERENCES Person(PersonID)
);
CREATE TABLE Manuscript (
  ManuscriptID INTEGER PRIMARY KEY,
  Title TEXT,
  ArticleType TEXT,
  SectionCode TEXT REFERENCES Section(SectionCode),
  CorrespondingAuthorID INTEGER REFERENCES Person(PersonID),
  HandlingEditorID INTEGER REFERENCES Person(PersonID),
  SubmittedDate TEXT,
  DecisionDate TEXT,
  Decision TEXT,
  WordCount INTEGER,
  OpenAccess TEXT
);
CREATE TABLE Authorship (
  ManuscriptID INTEGER REFERENCES Manuscript(ManuscriptID),
  PersonID INTEGER REFERENCES Person(PersonID),
  AuthorOrder INTEGER,
  PRIMARY KEY (ManuscriptID, PersonID)
);
CREATE TABLE Review (
  ReviewID INTEGER PRIMARY KEY,
  ManuscriptID INTEGER REFERENCES Manuscript(ManuscriptID),
  ReviewerID INTEGER REFERENCES Person(PersonID),
  RoundNumber INTEGER,
  InvitedDate TEXT,
  DueDate TEXT,
  ReturnedDate TEXT,
  Declined TEXT,
  Recommendation TEXT,
  QualityScore INTEGER
);
CREATE TABLE JournalIssue (
  IssueID INTEGER PRIMARY KEY,
  VolumeNumber INTEGER,
  IssueNumber INTEGER,
  PublishedDate TEXT
);
CREATE TABLE PublishedArticle (
  ArticleID INTEGER PRIMARY KEY,
  ManuscriptID INTEGER REFERENCES Manuscript(ManuscriptID),
  IssueID INTEGER REFERENCES JournalIssue(IssueID),
  FirstPage INTEGER,
  LastPage INTEGER,
  Downloads INTEGER,
  FeeEuro NUMERIC,
  FeePaidDate TEXT
);
