-- observatory.sql - observatories, who observes there and what; goes with tables.json.
PRAGMA foreign_keys = ON;
BEGIN;

CREATE TABLE telescope (
  telescope_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  site TEXT NOT NULL,
  aperture REAL NOT NULL,
  built_year INTEGER NOT NULL
);
INSERT INTO telescope VALUES
  (1, 'Meridian', 'Alto Pico', 8.2, 1999),
  (2, 'Heron', 'Alto Pico', 3.6, 1987),
  (3, 'Lantern', 'Cold Ridge', 1.5, 1972),
  (4, 'Magnus', 'Cold Ridge', 10.4, 2009),
  (5, 'Old Bess', 'Fern Hill', 0.6, 1931),
  (6, 'Kestrel', 'Fern Hill', 2.5, 1994),
  (7, 'Northstar', 'Ice Dome', 4.2, 2015),
  (8, 'Prism', 'Ice Dome', 2.7, 2003),
  (9, 'Starling', 'Salt Flat', 6.5, 2012),
  (10, 'Wanderer', 'Fern Hill', 1.0, 1968);

CREATE TABLE astronomer (
  astronomer_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT NOT NULL,
  age INTEGER NOT NULL
);
INSERT INTO astronomer VALUES
  (1, 'Ingrid Solheim', 'Norway', 54),
  (2, 'Tomas Vega', 'Chile', 38),
  (3, 'Amara Okoye', 'Nigeria', 45),
  (4, 'Keiko Mori', 'Japan', 29),
  (5, 'Luc Fabre', 'France', 61),
  (6, 'Nadia Rahal', 'Morocco', 33),
  (7, 'Kees de Wit', 'Netherlands', 47),
  (8, 'Paula Rojas', 'Chile', 52),
  (9, 'Sven Dahl', 'Norway', 26),
  (10, 'Hana Sato', 'Japan', 41);

CREATE TABLE observation (
  observation_id INTEGER PRIMARY KEY,
  telescope_id INTEGER NOT NULL REFERENCES telescope (telescope_id),
  astronomer_id INTEGER NOT NULL REFERENCES astronomer (astronomer_id),
  target TEXT NOT NULL,
  hours REAL NOT NULL
);
INSERT INTO observation VALUES
  (1, 1, 1, 'Saturn', 4.5),
  (2, 1, 2, 'Vega', 2.0),
  (3, 2, 3, 'Andromeda', 7.5),
  (4, 3, 4, 'Moon', 1.5),
  (5, 4, 5, 'Andromeda', 9.0),
  (6, 4, 8, 'Crab Nebula', 6.5),
  (7, 4, 1, 'Andromeda', 2.5),
  (8, 5, 6, 'Moon', 1.0),
  (9, 6, 7, 'Saturn', 3.0),
  (10, 7, 10, 'Crab Nebula', 5.0),
  (11, 7, 2, 'Vega', 3.5),
  (12, 8, 3, 'Mars', 2.5),
  (13, 9, 8, 'Saturn', 6.0),
  (14, 9, 4, 'Mars', 4.0),
  (15, 9, 5, 'Vega', 8.0),
  (16, 7, 10, 'Orion Nebula', 7.0),
  (17, 2, 6, 'Orion Nebula', 3.0),
  (18, 6, 1, 'Moon', 2.0),
  (19, 4, 7, 'Mars', 5.5),
  (20, 1, 8, 'Andromeda', 6.0);

COMMIT;
