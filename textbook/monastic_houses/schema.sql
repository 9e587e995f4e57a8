CREATE TABLE ReligiousOrder (
  OrderCode TEXT PRIMARY KEY,
  Name TEXT,
  Founder TEXT,
  FoundingYear INTEGER,
  HabitColour TEXT
);
CREATE TABLE Monastery (
  MonasteryID INTEGER PRIMARY KEY,
  Name TEXT,
  OrderCode TEXT,
  Region TEXT,
  FoundingYear INTEGER,
  MotherHouseID INTEGER,
  FOREIGN KEY (OrderCode) REFERENCES ReligiousOrder(OrderCode),
  FOREIGN KEY (MotherHouseID) REFERENCES Monastery(MonasteryID)
);
CREATE TABLE Monk (
  MonkID INTEGER PRIMARY KEY,
  Name TEXT,
  BirthYear INTEGER,
  EntryYear INTEGER,
  Duty TEXT,
  MonasteryID INTEGER,
  FOREIGN KEY (MonasteryID) REFERENCES Monastery(MonasteryID)
);
CREATE TABLE Manuscript (
  ManuscriptID INTEGER PRIMARY KEY,
  Title TEXT,
  ScribeID INTEGER,
  YearCompleted INTEGER,
  Folios INTEGER,
  FOREIGN KEY (ScribeID) REFERENCES Monk(MonkID)
);
