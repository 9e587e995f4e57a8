CREATE TABLE territories (
  territoryId INTEGER PRIMARY KEY,
  territoryName TEXT NOT NULL,
  currency TEXT
);
CREATE TABLE salesReps (
  repId INTEGER PRIMARY KEY,
  fullName TEXT,
  role TEXT,
  territoryId INTEGER REFERENCES territories(territoryId),
  managerId INTEGER REFERENCES salesReps(repId),
  annualQuotaCents INTEGER,
  isActive BOOLEAN
);
CREATE TABLE accounts (
  accountId INTEGER PRIMARY KEY,
  accountName TEXT,
  industry TEXT,
  employeeCount INTEGER,
  country TEXT,
  ownerId INTEGER REFERENCES salesReps(repId),
  csmId INTEGER REFERENCES salesReps(repId),
  parentAccountId INTEGER REFERENCES accounts(accountId),
  createdAt INTEGER
);
CREATE TABLE contacts (
  contactId INTEGER PRIMARY KEY,
  accountId INTEGER REFERENCES accounts(accountId),
  firstName TEXT,
  lastName TEXT,
  jobTitle TEXT,
  email TEXT,
  optedOut BOOLEAN
);
CREATE TABLE dealStages (
  stageCode TEXT PRIMARY KEY,
  stageLabel TEXT,
  sortOrder INTEGER,
  winProbability INTEGER
);
CREATE TABLE lostReasons (
  lostReasonId INTEGER PRIMARY KEY,
  reasonText TEXT
);
CREATE TABLE deals (
  dealId INTEGER PRIMARY KEY,
  accountId INTEGER REFERENCES accounts(accountId),
  dealName TEXT,
  repId INTEGER REFERENCES salesReps(repId),
  stageCode TEXT REFERENCES dealStages(stageCode),
  leadSource TEXT,
  amountCents INTEGER,
  openedAt INTEGER,
  closedAt INTEGER,
  lostReasonId INTEGER REFERENCES lostReasons(lostReasonId)
);
CREATE TABLE plans (
  planId INTEGER PRIMARY KEY,
  planName TEXT,
  seatPriceCents INTEGER,
  retired BOOLEAN
);
CREATE TABLE subscriptions (
  subscriptionId INTEGER PRIMARY KEY,
  accountId INTEGER,
  planId INTEGER,
  seats INTEGER,
  startsAt INTEGER,
  endsAt INTEGER,
  cancelledAt INTEGER,
  autoRenew BOOLEAN
);
CREATE TABLE renewals (
  renewalId INTEGER PRIMARY KEY,
  subscriptionId INTEGER,
  dueAt INTEGER,
  outcome TEXT,
  oldArrCents INTEGER,
  newArrCents INTEGER
);
CREATE TABLE activities (
  activityId INTEGER PRIMARY KEY,
  dealId INTEGER REFERENCES deals(dealId),
  repId INTEGER REFERENCES salesReps(repId),
  contactId INTEGER REFERENCES contacts(contactId),
  kind TEXT,
  happenedAt INTEGER,
  durationMin INTEGER
);
CREATE VIEW pipelineSummary AS
  SELECT deals.stageCode, count(*) AS dealCount, sum(deals.amountCents) / 100.0 AS amount
  FROM deals JOIN salesReps ON deals.repId = salesReps.repId
  WHERE salesReps.isActive = 1 GROUP BY deals.stageCode;
