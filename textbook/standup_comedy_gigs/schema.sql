CREATE TABLE comedian (
  Comedian_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Date_of_Birth DATE,
  Style TEXT,
  Years_Active INTEGER
);
CREATE TABLE comedy_club (
  Club_ID INTEGER PRIMARY KEY,
  Name TEXT,
  City TEXT,
  Capacity INTEGER,
  Year_Opened INTEGER
);
CREATE TABLE gig (
  Gig_ID INTEGER PRIMARY KEY,
  Club_ID INTEGER,
  Date DATE,
  Title TEXT,
  Ticket_Price REAL,
  Tickets_Sold INTEGER,
  Host_ID INTEGER,
  FOREIGN KEY (Club_ID) REFERENCES comedy_club(Club_ID),
  FOREIGN KEY (Host_ID) REFERENCES comedian(Comedian_ID)
);
CREATE TABLE appearance (
  Gig_ID INTEGER,
  Comedian_ID INTEGER,
  Minutes INTEGER,
  Fee INTEGER,
  Headliner TEXT,
  PRIMARY KEY (Gig_ID, Comedian_ID),
  FOREIGN KEY (Gig_ID) REFERENCES gig(Gig_ID),
  FOREIGN KEY (Comedian_ID) REFERENCES comedian(Comedian_ID)
);
