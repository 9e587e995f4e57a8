-- coast_lights.sql - lighthouses and their keepers; goes with tables.json.
PRAGMA foreign_keys = ON;
BEGIN;

CREATE TABLE lighthouse (
  lighthouse_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  coast TEXT NOT NULL,
  height INTEGER NOT NULL,
  lit_year INTEGER NOT NULL
);
INSERT INTO lighthouse VALUES
  (1, 'Gull Point', 'north', 42, 1832),
  (2, 'Black Rock', 'north', 61, 1877),
  (3, 'Saint Elmo', 'west', 35, 1804),
  (4, 'Cape Mercy', 'west', 54, 1911),
  (5, 'Long Sands', 'east', 28, 1856),
  (6, 'Raven Point', 'east', 47, 1923),
  (7, 'Three Sisters', 'south', 39, 1868),
  (8, 'Harbour Mole', 'south', 17, 1899),
  (9, 'Red Rock', 'west', 22, 1948),
  (10, 'Far Skerry', 'north', 33, 1858);

CREATE TABLE keeper (
  keeper_id INTEGER PRIMARY KEY,
  lighthouse_id INTEGER NOT NULL REFERENCES lighthouse (lighthouse_id),
  name TEXT NOT NULL,
  salary INTEGER NOT NULL,
  bonus INTEGER NOT NULL
);
INSERT INTO keeper VALUES
  (1, 1, 'Abel Stone', 2100, 300),
  (2, 1, 'Mary Flint', 2450, 150),
  (3, 2, 'Jonas Reef', 2800, 500),
  (4, 2, 'Edith Marlow', 2600, 0),
  (5, 3, 'Silas Crane', 1900, 250),
  (6, 4, 'Hester Bligh', 3100, 450),
  (7, 4, 'Amos Tuck', 2300, 200),
  (8, 5, 'Rachel Pike', 2000, 100),
  (9, 6, 'Enoch Ward', 2700, 350),
  (10, 7, 'Martha Finch', 2200, 400),
  (11, 7, 'Caleb Strand', 2500, 300),
  (12, 2, 'Agnes Moon', 2350, 250),
  (13, 10, 'Simon Gale', 2900, 600),
  (14, 6, 'Lydia Frost', 1800, 50);

COMMIT;
