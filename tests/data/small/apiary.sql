-- apiary.sql - beekeepers, their hives and what they harvested; goes with tables.json.
PRAGMA foreign_keys = ON;
BEGIN;

CREATE TABLE beekeeper (
  beekeeper_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  village TEXT NOT NULL,
  age INTEGER NOT NULL
);
INSERT INTO beekeeper VALUES
  (1, 'Greta Vogel', 'Lindenau', 58),
  (2, 'Anton Bauer', 'Lindenau', 34),
  (3, 'Maria Huber', 'Rosenbach', 63),
  (4, 'Felix Lang', 'Rosenbach', 29),
  (5, 'Klara Brenner', 'Oberfeld', 47),
  (6, 'Josef Moser', 'Oberfeld', 71),
  (7, 'Lena Fischer', 'Mühlbach', 38),
  (8, 'Paul Steger', 'Obertal', 66),
  (9, 'Rosa Winkler', 'Mühlbach', 52),
  (10, 'Emil Haas', 'Lindenau', 25);

CREATE TABLE hive (
  hive_id INTEGER PRIMARY KEY,
  beekeeper_id INTEGER NOT NULL REFERENCES beekeeper (beekeeper_id),
  colour TEXT NOT NULL,
  boxes INTEGER NOT NULL,
  frames_per_box INTEGER NOT NULL
);
INSERT INTO hive VALUES
  (1, 1, 'blue', 3, 10),
  (2, 1, 'white', 4, 10),
  (3, 1, 'yellow', 2, 11),
  (4, 2, 'green', 2, 10),
  (5, 3, 'white', 5, 10),
  (6, 3, 'blue', 4, 9),
  (7, 4, 'red', 1, 10),
  (8, 5, 'yellow', 3, 12),
  (9, 5, 'green', 2, 9),
  (10, 6, 'white', 3, 10),
  (11, 6, 'red', 2, 11),
  (12, 7, 'blue', 2, 8),
  (13, 8, 'white', 4, 12),
  (14, 8, 'green', 3, 10),
  (15, 3, 'yellow', 3, 8),
  (16, 1, 'green', 1, 9);

CREATE TABLE harvest (
  harvest_id INTEGER PRIMARY KEY,
  hive_id INTEGER NOT NULL REFERENCES hive (hive_id),
  year INTEGER NOT NULL,
  honey_kg REAL NOT NULL,
  wax_kg REAL NOT NULL
);
INSERT INTO harvest VALUES
  (1, 1, 2020, 18.5, 1.2),
  (2, 2, 2020, 26.0, 1.9),
  (3, 3, 2020, 9.5, 0.8),
  (4, 5, 2020, 31.0, 2.4),
  (5, 1, 2021, 12.0, 1.0),
  (6, 2, 2021, 21.5, 1.6),
  (7, 4, 2021, 8.0, 0.7),
  (8, 5, 2021, 28.5, 2.1),
  (9, 6, 2021, 19.0, 1.5),
  (10, 8, 2021, 14.5, 1.1),
  (11, 10, 2021, 16.0, 1.3),
  (12, 13, 2021, 25.0, 1.8),
  (13, 2, 2022, 23.0, 1.7),
  (14, 5, 2022, 33.5, 2.6),
  (15, 6, 2022, 17.0, 1.4),
  (16, 9, 2022, 0.5, 0.9),
  (17, 13, 2022, 27.5, 2.2),
  (18, 14, 2022, 11.0, 0.8),
  (19, 1, 2022, 20.0, 1.6),
  (20, 15, 2022, 13.0, 1.0);

COMMIT;
