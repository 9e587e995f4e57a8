CREATE TABLE beach (
  beach_id INTEGER PRIMARY KEY,
  beach_name TEXT NOT NULL,
  suburb TEXT,
  length_m INTEGER,
  patrolled_since INTEGER,      -- year
  all_year TEXT NOT NULL,       -- 'yes' / 'no'
  shark_net TEXT NOT NULL
);
CREATE TABLE tower (tower_id INTEGER PRIMARY KEY, beach_id INTEGER NOT NULL REFERENCES beach(beach_id), tower_code TEXT NOT NULL, has_defib TEXT NOT NULL);
CREATE TABLE lifeguard (
  lifeguard_id INTEGER PRIMARY KEY,
  given_name TEXT NOT NULL,
  family_name TEXT NOT NULL,
  grade TEXT,                   -- trainee, guard, senior, supervisor
  hourly_rate REAL,
  hired_at INTEGER NOT NULL,    -- epoch seconds, like every *_at
  left_at INTEGER,
  jetski_ticket TEXT NOT NULL,
  mobile TEXT
);
CREATE TABLE shift (shift_id INTEGER PRIMARY KEY, lifeguard_id INTEGER NOT NULL REFERENCES lifeguard(lifeguard_id), tower_id INTEGER NOT NULL REFERENCES tower(tower_id), starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, no_show TEXT NOT NULL);
CREATE TABLE incident (
  incident_id INTEGER PRIMARY KEY,
  beach_id INTEGER NOT NULL REFERENCES beach(beach_id),
  happened_at INTEGER NOT NULL,
  category TEXT NOT NULL,
  persons INTEGER NOT NULL,
  inside_flags TEXT NOT NULL,
  responder_id INTEGER REFERENCES lifeguard(lifeguard_id),
  backup_id INTEGER REFERENCES lifeguard(lifeguard_id),
  ambulance_called TEXT NOT NULL,
  outcome TEXT
);
CREATE TABLE beach_count (beach_id INTEGER NOT NULL REFERENCES beach(beach_id), counted_at INTEGER NOT NULL, flag_colour TEXT NOT NULL, swimmers INTEGER, surfers INTEGER, water_temp REAL, PRIMARY KEY (beach_id, counted_at));
CREATE TABLE closure (closure_id INTEGER PRIMARY KEY, beach_id INTEGER NOT NULL REFERENCES beach(beach_id), closed_at INTEGER NOT NULL, reopened_at INTEGER, reason TEXT NOT NULL);
