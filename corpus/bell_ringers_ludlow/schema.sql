-- band of church bell ringers: who rings, where, what was rung
CREATE TABLE ringer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sex TEXT, birth_year INTEGER, joined DATE NOT NULL, left_on DATE, can_conduct INTEGER NOT NULL, home_tower_id INTEGER REFERENCES tower(id), phone TEXT);
CREATE TABLE tower (id INTEGER PRIMARY KEY, dedication TEXT NOT NULL, village TEXT NOT NULL, bells INTEGER NOT NULL, tenor_kg INTEGER, practice_night TEXT, unringable INTEGER NOT NULL, has_toilet INTEGER NOT NULL);
CREATE TABLE method (id INTEGER PRIMARY KEY, name TEXT NOT NULL, stage INTEGER NOT NULL, difficulty INTEGER);
CREATE TABLE performance (id INTEGER PRIMARY KEY, tower_id INTEGER NOT NULL REFERENCES tower(id), method_id INTEGER NOT NULL REFERENCES method(id), rung_on DATE NOT NULL, kind TEXT NOT NULL, changes INTEGER, minutes INTEGER, came_round INTEGER NOT NULL, occasion TEXT);
CREATE TABLE performance_ringer (performance_id INTEGER NOT NULL REFERENCES performance(id), ringer_id INTEGER NOT NULL REFERENCES ringer(id), bell_no INTEGER NOT NULL, conducted INTEGER NOT NULL, PRIMARY KEY (performance_id, bell_no));
