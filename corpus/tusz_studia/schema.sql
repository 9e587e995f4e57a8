-- tattoo studios, Poland
CREATE TABLE studio (studio_id INTEGER PRIMARY KEY, studio_name TEXT NOT NULL, city TEXT NOT NULL, opened TEXT, closed TEXT);
CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, nick TEXT NOT NULL, real_name TEXT, studio_id INTEGER REFERENCES studio(studio_id), style TEXT, hourly_pln INTEGER NOT NULL, guest TEXT NOT NULL, cut_pct INTEGER NOT NULL);
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT, instagram TEXT, birth_date TEXT, allergy TEXT);
CREATE TABLE session (session_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer(customer_id), artist_id INTEGER NOT NULL REFERENCES artist(artist_id), starts TEXT NOT NULL, hours REAL, body_part TEXT, kind TEXT NOT NULL, price_pln INTEGER, deposit_pln INTEGER, state TEXT NOT NULL);
CREATE TABLE ink (ink_id INTEGER PRIMARY KEY, brand TEXT NOT NULL, colour TEXT NOT NULL, lot TEXT, expires TEXT, recalled TEXT NOT NULL);
CREATE TABLE session_ink (session_id INTEGER NOT NULL REFERENCES session(session_id), ink_id INTEGER NOT NULL REFERENCES ink(ink_id), PRIMARY KEY (session_id, ink_id));
CREATE TABLE review (review_id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES session(session_id), stars INTEGER NOT NULL, written TEXT);
