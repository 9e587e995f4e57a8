CREATE TABLE Honour (
  Honour_ID INTEGER PRIMARY KEY,
  Honour_Name TEXT,
  Rank_Order INTEGER,
  Instituted TEXT,
  Ribbon_Colour TEXT
);
CREATE TABLE Recipient (
  Recipient_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Profession TEXT,
  Nationality TEXT,
  Birth_Year TEXT
);
CREATE TABLE Award (
  Honour_ID INTEGER,
  Recipient_ID INTEGER,
  Year TEXT,
  Reason TEXT,
  PRIMARY KEY (Honour_ID, Recipient_ID),
  FOREIGN KEY (Honour_ID) REFERENCES Honour(Honour_ID),
  FOREIGN KEY (Recipient_ID) REFERENCES Recipient(Recipient_ID)
);
