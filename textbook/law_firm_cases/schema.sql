CREATE TABLE office (
  officeId INTEGER PRIMARY KEY,
  city TEXT,
  openedYear INTEGER,
  monthlyRent INTEGER
);
CREATE TABLE lawyer (
  lawyerId INTEGER PRIMARY KEY,
  firstName TEXT,
  lastName TEXT,
  position TEXT,
  hourlyRate INTEGER,
  barYear INTEGER,
  officeId INTEGER,
  mentorId INTEGER,
  FOREIGN KEY (officeId) REFERENCES office(officeId),
  FOREIGN KEY (mentorId) REFERENCES lawyer(lawyerId)
);
CREATE TABLE client (
  clientId INTEGER PRIMARY KEY,
  name TEXT,
  industry TEXT,
  city TEXT
);
CREATE TABLE legalCase (
  caseId INTEGER PRIMARY KEY,
  title TEXT,
  area TEXT,
  outcome TEXT,
  filedYear INTEGER,
  clientId INTEGER,
  leadLawyerId INTEGER,
  FOREIGN KEY (clientId) REFERENCES client(clientId),
  FOREIGN KEY (leadLawyerId) REFERENCES lawyer(lawyerId)
);
CREATE TABLE timeEntry (
  entryId INTEGER PRIMARY KEY,
  caseId INTEGER,
  lawyerId INTEGER,
  hours REAL,
  task TEXT,
  FOREIGN KEY (caseId) REFERENCES legalCase(caseId),
  FOREIGN KEY (lawyerId) REFERENCES lawyer(lawyerId)
);
