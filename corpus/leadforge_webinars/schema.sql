CREATE TABLE speaker (speakerId INTEGER PRIMARY KEY, speakerName TEXT NOT NULL, company TEXT, feeEur INTEGER);
CREATE TABLE webinar (webinarId INTEGER PRIMARY KEY, title TEXT NOT NULL, topic TEXT NOT NULL, startsAt TEXT NOT NULL, minutes INTEGER NOT NULL, capacity INTEGER, isRecorded INTEGER NOT NULL, calledOffAt TEXT);
CREATE TABLE webinarSpeaker (webinarId INTEGER NOT NULL REFERENCES webinar(webinarId), speakerId INTEGER NOT NULL REFERENCES speaker(speakerId), role TEXT NOT NULL, PRIMARY KEY (webinarId, speakerId));
CREATE TABLE utmSource (sourceId INTEGER PRIMARY KEY, sourceName TEXT NOT NULL, paid INTEGER NOT NULL);
CREATE TABLE lead (leadId INTEGER PRIMARY KEY, fullName TEXT NOT NULL, email TEXT NOT NULL, company TEXT, jobTitle TEXT, country TEXT NOT NULL, firstSourceId INTEGER REFERENCES utmSource(sourceId), score INTEGER NOT NULL, unsubscribedAt TEXT, createdAt TEXT NOT NULL);
CREATE TABLE registration (registrationId INTEGER PRIMARY KEY, webinarId INTEGER NOT NULL REFERENCES webinar(webinarId), leadId INTEGER NOT NULL REFERENCES lead(leadId), sourceId INTEGER REFERENCES utmSource(sourceId), registeredAt TEXT NOT NULL, joinedAt TEXT, minutesWatched INTEGER, askedQuestion INTEGER NOT NULL);
CREATE TABLE campaignSpend (spendId INTEGER PRIMARY KEY, webinarId INTEGER NOT NULL REFERENCES webinar(webinarId), sourceId INTEGER NOT NULL REFERENCES utmSource(sourceId), eur REAL NOT NULL, spentOn TEXT NOT NULL);
CREATE TABLE salesRep (repId INTEGER PRIMARY KEY, repName TEXT NOT NULL, territory TEXT NOT NULL);
CREATE TABLE deal (dealId INTEGER PRIMARY KEY, leadId INTEGER NOT NULL REFERENCES lead(leadId), repId INTEGER REFERENCES salesRep(repId), openedAt TEXT NOT NULL, closedAt TEXT, outcome TEXT, valueEur REAL NOT NULL);
