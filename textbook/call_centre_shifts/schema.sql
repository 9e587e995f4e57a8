CREATE TABLE Agents (
  Agent_ID INTEGER PRIMARY KEY,
  Agent_Name TEXT,
  Native_Language TEXT,
  Age INTEGER,
  Hire_Date DATE,
  Hourly_Wage REAL
);
CREATE TABLE Callers (
  Caller_ID INTEGER PRIMARY KEY,
  Caller_Name TEXT,
  State TEXT,
  Membership_Level TEXT
);
CREATE TABLE Calls (
  Call_ID INTEGER PRIMARY KEY,
  Agent_ID INTEGER,
  Caller_ID INTEGER,
  Topic TEXT,
  Duration_Minutes INTEGER,
  Call_Date DATE,
  Resolved TEXT,
  FOREIGN KEY (Agent_ID) REFERENCES Agents(Agent_ID),
  FOREIGN KEY (Caller_ID) REFERENCES Callers(Caller_ID)
);
CREATE TABLE Call_Ratings (
  Call_ID INTEGER PRIMARY KEY,
  Stars INTEGER,
  Comment TEXT,
  FOREIGN KEY (Call_ID) REFERENCES Calls(Call_ID)
);
