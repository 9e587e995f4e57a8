CREATE TABLE Peaks (
  Peak_Code TEXT PRIMARY KEY,
  Peak_Name TEXT,
  Elevation INTEGER,
  Mountain_Range TEXT,
  First_Ascent_Year TEXT
);
CREATE TABLE Agencies (
  Agency_ID INTEGER PRIMARY KEY,
  Agency_Name TEXT,
  Headquarters TEXT,
  Price_USD INTEGER
);
CREATE TABLE Expeditions (
  Expedition_ID INTEGER PRIMARY KEY,
  Peak_Code TEXT,
  Agency_ID INTEGER,
  Season TEXT,
  Expedition_Year TEXT,
  Route TEXT,
  Days INTEGER,
  FOREIGN KEY (Peak_Code) REFERENCES Peaks(Peak_Code),
  FOREIGN KEY (Agency_ID) REFERENCES Agencies(Agency_ID)
);
CREATE TABLE Mountaineers (
  Mountaineer_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Nationality TEXT,
  Sex TEXT,
  Birth_Year TEXT,
  Profession TEXT
);
CREATE TABLE Expedition_Members (
  Expedition_ID INTEGER,
  Mountaineer_ID INTEGER,
  Role TEXT,
  Oxygen_Used TEXT,
  Highest_Point INTEGER,
  Summit_Reached TEXT,
  PRIMARY KEY (Expedition_ID, Mountaineer_ID),
  FOREIGN KEY (Expedition_ID) REFERENCES Expeditions(Expedition_ID),
  FOREIGN KEY (Mountaineer_ID) REFERENCES Mountaineers(Mountaineer_ID)
);
CREATE TABLE Camps (
  Camp_ID INTEGER PRIMARY KEY,
  Expedition_ID INTEGER,
  Camp_Name TEXT,
  Elevation INTEGER,
  Tents INTEGER,
  FOREIGN KEY (Expedition_ID) REFERENCES Expeditions(Expedition_ID)
);
