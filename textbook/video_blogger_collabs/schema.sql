CREATE TABLE blogger (
  Blogger_ID INTEGER PRIMARY KEY,
  Name TEXT,
  Home_Town TEXT,
  Country TEXT,
  Topic TEXT,
  Subscribers_Thousand INTEGER,
  Start_Year INTEGER
);
CREATE TABLE video (
  Video_ID INTEGER PRIMARY KEY,
  Title TEXT,
  Blogger_ID INTEGER,
  Guest_ID INTEGER,
  Minutes INTEGER,
  Views_Thousand INTEGER,
  Upload_Date TEXT,
  FOREIGN KEY (Blogger_ID) REFERENCES blogger(Blogger_ID),
  FOREIGN KEY (Guest_ID) REFERENCES blogger(Blogger_ID)
);
CREATE TABLE award (
  Award_ID INTEGER PRIMARY KEY,
  Award_Name TEXT,
  Year INTEGER,
  Category TEXT,
  Blogger_ID INTEGER,
  Result TEXT,
  FOREIGN KEY (Blogger_ID) REFERENCES blogger(Blogger_ID)
);
