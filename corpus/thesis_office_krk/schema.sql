-- thesis office of a university, Kraków
CREATE TABLE faculty (fac_code TEXT PRIMARY KEY, fac_name TEXT NOT NULL);
CREATE TABLE academic (acad_id INTEGER PRIMARY KEY, title TEXT, first_name TEXT NOT NULL, last_name TEXT NOT NULL, fac_code TEXT REFERENCES faculty(fac_code), max_theses INTEGER, on_leave BOOLEAN NOT NULL);
CREATE TABLE student (stud_no INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, fac_code TEXT NOT NULL REFERENCES faculty(fac_code), level TEXT NOT NULL, enrolled_year INTEGER NOT NULL, withdrawn BOOLEAN NOT NULL);
CREATE TABLE thesis (thesis_id INTEGER PRIMARY KEY, stud_no INTEGER NOT NULL REFERENCES student(stud_no), topic TEXT NOT NULL, lang TEXT NOT NULL, supervisor_id INTEGER NOT NULL REFERENCES academic(acad_id), reviewer_id INTEGER REFERENCES academic(acad_id), registered DATE NOT NULL, submitted DATE, confidential BOOLEAN NOT NULL);
CREATE TABLE similarity (thesis_id INTEGER PRIMARY KEY REFERENCES thesis(thesis_id), checked DATE NOT NULL, pct REAL NOT NULL);
CREATE TABLE defence (def_id INTEGER PRIMARY KEY, thesis_id INTEGER NOT NULL REFERENCES thesis(thesis_id), held DATE NOT NULL, grade REAL, chair_id INTEGER REFERENCES academic(acad_id), attempt INTEGER NOT NULL);
CREATE TABLE extension (ext_id INTEGER PRIMARY KEY, thesis_id INTEGER NOT NULL REFERENCES thesis(thesis_id), asked DATE NOT NULL, days INTEGER NOT NULL, approved BOOLEAN);
CREATE TABLE keyword (thesis_id INTEGER NOT NULL REFERENCES thesis(thesis_id), word TEXT NOT NULL, PRIMARY KEY (thesis_id, word));
