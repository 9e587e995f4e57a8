CREATE TABLE Power (
  Power_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Government TEXT,
  Ruling_House TEXT
);
CREATE TABLE Treaty (
  Treaty_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Place_Signed TEXT,
  Year TEXT,
  Articles INTEGER,
  Language TEXT,
  Type TEXT
);
CREATE TABLE Signatory (
  Treaty_ID INTEGER,
  Power_ID INTEGER,
  Envoy TEXT,
  Ratified TEXT,
  PRIMARY KEY (Treaty_ID, Power_ID),
  FOREIGN KEY (Treaty_ID) REFERENCES Treaty(Treaty_ID),
  FOREIGN KEY (Power_ID) REFERENCES Power(Power_ID)
);
