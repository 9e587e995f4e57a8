-- puppet theatre, Riga
CREATE TABLE plays (play_id INTEGER PRIMARY KEY, play_title TEXT NOT NULL, author TEXT, premiere DATE, age_from INTEGER, minutes INTEGER, in_repertoire TEXT NOT NULL);
CREATE TABLE puppets (puppet_id INTEGER PRIMARY KEY, puppet_name TEXT NOT NULL, technique TEXT NOT NULL, made_year INTEGER, maker_id INTEGER REFERENCES people(person_id), height_cm INTEGER, play_id INTEGER REFERENCES plays(play_id), on_loan_to TEXT, written_off DATE);
CREATE TABLE people (person_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, job TEXT NOT NULL, since DATE, until DATE);
CREATE TABLE casting (play_id INTEGER NOT NULL REFERENCES plays(play_id), puppet_id INTEGER NOT NULL REFERENCES puppets(puppet_id), puppeteer_id INTEGER NOT NULL REFERENCES people(person_id), understudy_id INTEGER REFERENCES people(person_id), PRIMARY KEY (play_id, puppet_id));
CREATE TABLE performances (perf_id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES plays(play_id), played_at DATETIME NOT NULL, venue TEXT NOT NULL, capacity INTEGER NOT NULL, adults INTEGER, children INTEGER, box_eur NUMERIC, status TEXT NOT NULL);
CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, puppet_id INTEGER NOT NULL REFERENCES puppets(puppet_id), broken_on DATE NOT NULL, fixed_on DATE, what TEXT, cost_eur NUMERIC);
