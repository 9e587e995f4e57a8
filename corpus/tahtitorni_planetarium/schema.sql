CREATE TABLE dome_show (show_code TEXT PRIMARY KEY, title TEXT NOT NULL, minutes INTEGER NOT NULL, min_age INTEGER, language TEXT NOT NULL, licence_until DATE, licence_fee_eur NUMERIC);
CREATE TABLE presenter (presenter_id INTEGER PRIMARY KEY, name TEXT NOT NULL, finnish BOOLEAN, swedish BOOLEAN, english BOOLEAN, left_on DATE);
CREATE TABLE screening (screening_id INTEGER PRIMARY KEY, show_code TEXT NOT NULL REFERENCES dome_show(show_code), starts DATETIME NOT NULL, presenter_id INTEGER REFERENCES presenter(presenter_id), seats INTEGER NOT NULL, cancelled BOOLEAN NOT NULL);
CREATE TABLE ticket (ticket_id INTEGER PRIMARY KEY, screening_id INTEGER NOT NULL REFERENCES screening(screening_id), category TEXT NOT NULL, price_eur NUMERIC NOT NULL, sold_via TEXT NOT NULL, scanned BOOLEAN NOT NULL);
CREATE TABLE school_group (group_id INTEGER PRIMARY KEY, school TEXT NOT NULL, municipality TEXT, screening_id INTEGER REFERENCES screening(screening_id), pupils INTEGER NOT NULL, teachers INTEGER NOT NULL, invoiced_on DATE);
CREATE VIEW sold_per_screening AS SELECT screening_id, count(*) AS sold FROM ticket GROUP BY screening_id;
