-- HandsOn sign language school, courses and enrolments
CREATE TABLE tblTeacher (teacherID INTEGER PRIMARY KEY, tName TEXT NOT NULL, tDeaf TEXT NOT NULL, tHiredOn INTEGER NOT NULL, tLeftOn INTEGER, tMentorID INTEGER REFERENCES tblTeacher(teacherID), tHourRate NUMERIC);
CREATE TABLE tblVenue (venueID INTEGER PRIMARY KEY, vName TEXT NOT NULL, vTown TEXT, vSeats INTEGER, vStepFree TEXT NOT NULL);
CREATE TABLE tblLevel (levelCode TEXT PRIMARY KEY, levelName TEXT NOT NULL, levelHours INTEGER, levelFee NUMERIC, needsLevel TEXT REFERENCES tblLevel(levelCode));
CREATE TABLE tblCourse (courseID INTEGER PRIMARY KEY, levelCode TEXT NOT NULL REFERENCES tblLevel(levelCode), teacherID INTEGER REFERENCES tblTeacher(teacherID), venueID INTEGER REFERENCES tblVenue(venueID), startDay INTEGER NOT NULL, endDay INTEGER, maxLearners INTEGER NOT NULL, cancelled TEXT NOT NULL);
CREATE TABLE tblLearner (learnerID INTEGER PRIMARY KEY, lFirst TEXT NOT NULL, lLast TEXT NOT NULL, lTown TEXT, lBorn INTEGER, lReason TEXT, lEmail TEXT);
CREATE TABLE tblEnrol (enrolID INTEGER PRIMARY KEY, courseID INTEGER NOT NULL REFERENCES tblCourse(courseID), learnerID INTEGER NOT NULL REFERENCES tblLearner(learnerID), bookedOn INTEGER NOT NULL, feePaid NUMERIC, sponsor TEXT, droppedOn INTEGER);
CREATE TABLE tblExam (examID INTEGER PRIMARY KEY, enrolID INTEGER NOT NULL REFERENCES tblEnrol(enrolID), examDay INTEGER NOT NULL, part TEXT NOT NULL, mark INTEGER);
