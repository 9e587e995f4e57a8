-- sled dog kennel in Lapland: dogs, litters, tours, vet
CREATE TABLE dog (dogno INTEGER PRIMARY KEY, dogname TEXT NOT NULL, sex TEXT NOT NULL, born DATE NOT NULL, mother INTEGER REFERENCES dog(dogno), father INTEGER REFERENCES dog(dogno), kennelrow TEXT, weightkg REAL, leaddog INTEGER NOT NULL, neutered INTEGER NOT NULL, retired DATE, died DATE);
CREATE TABLE guide (guideno INTEGER PRIMARY KEY, guidename TEXT NOT NULL, country TEXT, firstseason INTEGER, seasonal INTEGER NOT NULL);
CREATE TABLE tour (tourno INTEGER PRIMARY KEY, tourdate DATE NOT NULL, route TEXT NOT NULL, km REAL NOT NULL, guideno INTEGER NOT NULL REFERENCES guide(guideno), guests INTEGER, priceper NUMERIC, calledoff INTEGER NOT NULL, tempc INTEGER);
CREATE TABLE team (tourno INTEGER NOT NULL REFERENCES tour(tourno), dogno INTEGER NOT NULL REFERENCES dog(dogno), position TEXT NOT NULL, PRIMARY KEY (tourno, dogno));
CREATE TABLE vetcheck (checkno INTEGER PRIMARY KEY, dogno INTEGER NOT NULL REFERENCES dog(dogno), checkdate DATE NOT NULL, reason TEXT NOT NULL, cost NUMERIC, fit INTEGER NOT NULL);
