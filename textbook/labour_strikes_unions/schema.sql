CREATE TABLE trade_union (
  Union_ID INTEGER PRIMARY KEY,
  Union_Name TEXT,
  Industry TEXT,
  Members INTEGER,
  Year_Founded TEXT,
  Leader TEXT
);
CREATE TABLE strike (
  Strike_ID INTEGER PRIMARY KEY,
  Title TEXT,
  Place TEXT,
  Year TEXT,
  Days INTEGER,
  Result TEXT
);
CREATE TABLE participation (
  Strike_ID INTEGER,
  Union_ID INTEGER,
  Strikers INTEGER,
  Demand TEXT,
  PRIMARY KEY (Strike_ID, Union_ID),
  FOREIGN KEY (Strike_ID) REFERENCES strike(Strike_ID),
  FOREIGN KEY (Union_ID) REFERENCES trade_union(Union_ID)
);
