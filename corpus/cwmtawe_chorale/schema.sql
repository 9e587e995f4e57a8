CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, singer_name TEXT NOT NULL, voice TEXT NOT NULL, town TEXT, joined_year INTEGER NOT NULL, left_year INTEGER, reads_music TEXT NOT NULL);
CREATE TABLE piece (piece_id INTEGER PRIMARY KEY, piece_title TEXT NOT NULL, composer TEXT, language TEXT NOT NULL, minutes REAL, copies_owned INTEGER NOT NULL, lent_to TEXT);
CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, concert_date TEXT NOT NULL, venue TEXT NOT NULL, conductor TEXT NOT NULL, accompanist TEXT, ticket_income REAL, charity TEXT);
CREATE TABLE programme_item (concert_id INTEGER NOT NULL REFERENCES concert(concert_id), running_order INTEGER NOT NULL, piece_id INTEGER NOT NULL REFERENCES piece(piece_id), soloist_id INTEGER REFERENCES singer(singer_id), encore TEXT NOT NULL, PRIMARY KEY (concert_id, running_order));
CREATE TABLE rehearsal (rehearsal_id INTEGER PRIMARY KEY, rehearsed_on TEXT NOT NULL, hall TEXT NOT NULL, hall_hire REAL NOT NULL);
CREATE TABLE register (rehearsal_id INTEGER NOT NULL REFERENCES rehearsal(rehearsal_id), singer_id INTEGER NOT NULL REFERENCES singer(singer_id), excuse TEXT, PRIMARY KEY (rehearsal_id, singer_id));
