CREATE TABLE referees (refno INTEGER PRIMARY KEY, refname TEXT NOT NULL, homeclubno INTEGER REFERENCES clubs(clubno), gradecode TEXT NOT NULL REFERENCES grades(gradecode), birthyear INTEGER, qualifieddate TEXT NOT NULL, retireddate TEXT, hascar INTEGER NOT NULL);
CREATE TABLE grades (gradecode TEXT PRIMARY KEY, gradename TEXT NOT NULL, matchfee INTEGER NOT NULL);
CREATE TABLE clubs (clubno INTEGER PRIMARY KEY, clubname TEXT NOT NULL, town TEXT NOT NULL, groundname TEXT);
CREATE TABLE teams (teamno INTEGER PRIMARY KEY, clubno INTEGER NOT NULL REFERENCES clubs(clubno), teamname TEXT NOT NULL, agegroup TEXT NOT NULL, womens TEXT NOT NULL);
CREATE TABLE matches (matchno INTEGER PRIMARY KEY, competition TEXT NOT NULL, kickoff TEXT NOT NULL, hometeamno INTEGER NOT NULL REFERENCES teams(teamno), awayteamno INTEGER NOT NULL REFERENCES teams(teamno), homepoints INTEGER, awaypoints INTEGER, statuscode TEXT NOT NULL);
CREATE TABLE appointments (matchno INTEGER NOT NULL REFERENCES matches(matchno), refno INTEGER NOT NULL REFERENCES referees(refno), duty TEXT NOT NULL, confirmed TEXT, mileagekm INTEGER, PRIMARY KEY (matchno, refno));
CREATE TABLE cards (cardno INTEGER PRIMARY KEY, matchno INTEGER NOT NULL REFERENCES matches(matchno), teamno INTEGER NOT NULL REFERENCES teams(teamno), playername TEXT NOT NULL, colour TEXT NOT NULL, minuteplayed INTEGER, reason TEXT NOT NULL);
CREATE TABLE assessments (assessno INTEGER PRIMARY KEY, matchno INTEGER NOT NULL REFERENCES matches(matchno), refno INTEGER NOT NULL REFERENCES referees(refno), coachno INTEGER NOT NULL REFERENCES referees(refno), mark REAL, comments TEXT);
CREATE TABLE unavailable (refno INTEGER NOT NULL REFERENCES referees(refno), fromdate TEXT NOT NULL, todate TEXT NOT NULL, PRIMARY KEY (refno, fromdate));
