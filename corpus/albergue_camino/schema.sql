-- pilgrim hostels
CREATE TABLE hostel (hostel_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, km_to_santiago REAL NOT NULL, kind TEXT NOT NULL, beds INTEGER NOT NULL, price_eur REAL, open_all_year INTEGER NOT NULL, kitchen INTEGER NOT NULL);
CREATE TABLE hospitalero (hosp_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, languages TEXT);
CREATE TABLE duty (hostel_id INTEGER NOT NULL REFERENCES hostel(hostel_id), hosp_id INTEGER NOT NULL REFERENCES hospitalero(hosp_id), from_date TEXT NOT NULL, to_date TEXT NOT NULL, PRIMARY KEY (hostel_id, hosp_id, from_date));
CREATE TABLE pilgrim (pilgrim_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, birth_year INTEGER, sex TEXT, start_town TEXT, mode TEXT NOT NULL);
CREATE TABLE stay (stay_id INTEGER PRIMARY KEY, pilgrim_id INTEGER NOT NULL REFERENCES pilgrim(pilgrim_id), hostel_id INTEGER NOT NULL REFERENCES hostel(hostel_id), night TEXT NOT NULL, paid_eur REAL, blisters INTEGER NOT NULL);
CREATE TABLE lost_item (item_id INTEGER PRIMARY KEY, hostel_id INTEGER NOT NULL REFERENCES hostel(hostel_id), found_on TEXT NOT NULL, what TEXT NOT NULL, owner_id INTEGER REFERENCES pilgrim(pilgrim_id), returned_on TEXT);
