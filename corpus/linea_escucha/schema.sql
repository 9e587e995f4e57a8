-- telephone crisis line, Montevideo
CREATE TABLE Listener (listenerId INTEGER PRIMARY KEY, alias TEXT NOT NULL, trainedOn TEXT, isSupervisor INTEGER NOT NULL, supervisorId INTEGER REFERENCES Listener(listenerId), stoppedOn TEXT);
CREATE TABLE Shift (shiftId INTEGER PRIMARY KEY, listenerId INTEGER NOT NULL REFERENCES Listener(listenerId), startsAt TEXT NOT NULL, endsAt TEXT NOT NULL, fromHome INTEGER NOT NULL);
CREATE TABLE Topic (topicCode TEXT PRIMARY KEY, topicName TEXT NOT NULL, urgent INTEGER NOT NULL);
CREATE TABLE CallLog (callId INTEGER PRIMARY KEY, shiftId INTEGER REFERENCES Shift(shiftId), receivedAt TEXT NOT NULL, waitSeconds INTEGER, talkSeconds INTEGER, channel TEXT NOT NULL, callerGender TEXT, callerAgeBand TEXT, department TEXT, repeatCaller INTEGER NOT NULL, answered INTEGER NOT NULL);
CREATE TABLE CallTopic (callId INTEGER NOT NULL REFERENCES CallLog(callId), topicCode TEXT NOT NULL REFERENCES Topic(topicCode), isMain INTEGER NOT NULL, PRIMARY KEY (callId, topicCode));
CREATE TABLE Referral (referralId INTEGER PRIMARY KEY, callId INTEGER NOT NULL REFERENCES CallLog(callId), serviceName TEXT NOT NULL, accepted INTEGER);
CREATE TABLE Debrief (debriefId INTEGER PRIMARY KEY, callId INTEGER NOT NULL REFERENCES CallLog(callId), supervisorId INTEGER NOT NULL REFERENCES Listener(listenerId), heldAt TEXT NOT NULL, distress INTEGER);
