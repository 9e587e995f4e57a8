CREATE TABLE ward (
  wardId INTEGER PRIMARY KEY,
  wardName TEXT NOT NULL,
  floorNo INTEGER,
  isIsolation TEXT
);
CREATE TABLE homeSchool (
  schoolId INTEGER PRIMARY KEY,
  schoolName TEXT NOT NULL,
  suburb TEXT,
  sector TEXT,
  phone TEXT
);
CREATE TABLE pupil (
  pupilId INTEGER PRIMARY KEY,
  givenName TEXT,
  familyName TEXT,
  birthDate DATE,
  yearLevel INTEGER,
  homeSchoolId INTEGER REFERENCES homeSchool(schoolId),
  hasLearningPlan TEXT,
  guardianMobile TEXT
);
CREATE TABLE admission (
  admissionId INTEGER PRIMARY KEY,
  pupilId INTEGER NOT NULL REFERENCES pupil(pupilId),
  wardId INTEGER NOT NULL REFERENCES ward(wardId),
  admittedOn DATE,
  dischargedOn DATE,
  consentSigned TEXT
);
CREATE TABLE teacher (
  teacherId INTEGER PRIMARY KEY,
  fullName TEXT,
  startedOn DATE,
  leftOn DATE,
  fte REAL,
  mentorId INTEGER REFERENCES teacher(teacherId)
);
CREATE TABLE subject (
  subjectId INTEGER PRIMARY KEY,
  subjectName TEXT,
  learningArea TEXT
);
CREATE TABLE lesson (
  lessonId INTEGER PRIMARY KEY,
  pupilId INTEGER NOT NULL REFERENCES pupil(pupilId),
  teacherId INTEGER NOT NULL REFERENCES teacher(teacherId),
  subjectId INTEGER NOT NULL REFERENCES subject(subjectId),
  taughtOn DATE,
  minutes INTEGER,
  place TEXT,
  outcome TEXT
);
CREATE TABLE schoolContact (
  contactId INTEGER PRIMARY KEY,
  pupilId INTEGER NOT NULL REFERENCES pupil(pupilId),
  teacherId INTEGER NOT NULL REFERENCES teacher(teacherId),
  contactedOn DATE,
  method TEXT,
  topic TEXT
);
