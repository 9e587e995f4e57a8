CREATE TABLE library (libraryid INTEGER PRIMARY KEY, libraryname TEXT NOT NULL, canton TEXT NOT NULL, joinedyear INTEGER NOT NULL, leftyear INTEGER);
CREATE TABLE patron (patronid INTEGER PRIMARY KEY, cardnumber TEXT NOT NULL, firstname TEXT NOT NULL, lastname TEXT NOT NULL, email TEXT, birthyear INTEGER, homelibrary INTEGER NOT NULL, signuplibrary INTEGER NOT NULL, validuntil DATE, isblocked BOOLEAN NOT NULL);
CREATE TABLE publisher (publisherid INTEGER PRIMARY KEY, publishername TEXT NOT NULL, country TEXT);
CREATE TABLE author (authorid INTEGER PRIMARY KEY, authorname TEXT NOT NULL, nationality TEXT);
CREATE TABLE subject (subjectcode TEXT PRIMARY KEY, subjectname TEXT NOT NULL, parentcode TEXT REFERENCES subject(subjectcode));
CREATE TABLE title (
  titleid INTEGER PRIMARY KEY,
  titlename TEXT NOT NULL,
  languagecode TEXT NOT NULL,
  subjectcode TEXT NOT NULL,
  publisherid INTEGER NOT NULL REFERENCES publisher(publisherid),
  mediatype TEXT NOT NULL,          -- E book, A audiobook, M magazine
  publishedyear INTEGER,
  pagecount INTEGER,
  agefrom INTEGER,
  withdrawnon DATE
);
CREATE TABLE titleauthor (titleid INTEGER NOT NULL REFERENCES title(titleid), authorid INTEGER NOT NULL REFERENCES author(authorid), rolename TEXT NOT NULL, PRIMARY KEY (titleid, authorid, rolename));
CREATE TABLE licencemodel (modelcode TEXT PRIMARY KEY, modelname TEXT NOT NULL);
CREATE TABLE licence (licenceid INTEGER PRIMARY KEY, titleid INTEGER NOT NULL REFERENCES title(titleid), modelcode TEXT NOT NULL, boughton DATE NOT NULL, expireson DATE, maxloans INTEGER, pricechf REAL NOT NULL, paidby INTEGER REFERENCES library(libraryid));
CREATE TABLE loan (loanid INTEGER PRIMARY KEY, licenceid INTEGER NOT NULL REFERENCES licence(licenceid), patronid INTEGER NOT NULL REFERENCES patron(patronid), lentat DATETIME NOT NULL, dueat DATETIME NOT NULL, returnedat DATETIME, deviceid INTEGER, renewed BOOLEAN NOT NULL);
CREATE TABLE device (deviceid INTEGER PRIMARY KEY, patronid INTEGER NOT NULL REFERENCES patron(patronid), devicename TEXT NOT NULL, platform TEXT NOT NULL, addedon DATE NOT NULL, removedon DATE);
CREATE TABLE reservation (reservationid INTEGER PRIMARY KEY, titleid INTEGER NOT NULL, patronid INTEGER NOT NULL, placedon DATE NOT NULL, filledon DATE, cancelledon DATE);
CREATE TABLE rating (patronid INTEGER NOT NULL, titleid INTEGER NOT NULL, stars INTEGER NOT NULL, ratedon DATE NOT NULL, remark TEXT, PRIMARY KEY (patronid, titleid));
CREATE TABLE wish (wishid INTEGER PRIMARY KEY, patronid INTEGER NOT NULL, wishtext TEXT NOT NULL, wishedon DATE NOT NULL, fulfilledby INTEGER REFERENCES title(titleid));
CREATE TABLE jobrun (jobrunid INTEGER PRIMARY KEY, jobname TEXT, startedat DATETIME, rowsdone INTEGER);
CREATE VIEW activeloans AS SELECT loanid, patronid, licenceid, dueat FROM loan WHERE returnedat IS NULL;
