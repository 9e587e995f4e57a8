CREATE TABLE dog (dog_id INTEGER PRIMARY KEY, dog_name TEXT, breed TEXT, born DATE, owner_id INTEGER REFERENCES owner(owner_id));
CREATE TABLE owner (owner_id INTEGER PRIMARY KEY, full_name TEXT, town TEXT);
CREATE VIEW adult_dog AS SELECT dog_id, dog_name FROM dog WHERE born < '2022-01-01';
