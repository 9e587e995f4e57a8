CREATE TABLE Embassy (
  Embassy_ID INTEGER PRIMARY KEY,
  Host_City TEXT,
  Represented_State TEXT,
  Established INTEGER,
  Staff_Size INTEGER
);
CREATE TABLE Ambassador (
  Ambassador_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Home_Town TEXT,
  University TEXT,
  Languages_Spoken INTEGER
);
CREATE TABLE Ambassador_Posting (
  Posting_ID INTEGER PRIMARY KEY,
  Ambassador_ID INTEGER,
  Embassy_ID INTEGER,
  Start_Year INTEGER,
  End_Year INTEGER,
  Residence TEXT,
  FOREIGN KEY (Ambassador_ID) REFERENCES Ambassador(Ambassador_ID),
  FOREIGN KEY (Embassy_ID) REFERENCES Embassy(Embassy_ID)
);
