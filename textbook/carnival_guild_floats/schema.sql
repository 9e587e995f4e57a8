CREATE TABLE Districts (
  district_code TEXT PRIMARY KEY,
  district_name TEXT,
  population INTEGER
);
CREATE TABLE Guilds (
  guild_id INTEGER PRIMARY KEY,
  guild_name TEXT,
  founded_year INTEGER,
  district_code TEXT,
  colours TEXT,
  FOREIGN KEY (district_code) REFERENCES Districts(district_code)
);
CREATE TABLE Members (
  member_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  guild_id INTEGER,
  role TEXT,
  joined_on DATE,
  mentor_id INTEGER,
  FOREIGN KEY (guild_id) REFERENCES Guilds(guild_id),
  FOREIGN KEY (mentor_id) REFERENCES Members(member_id)
);
CREATE TABLE Parades (
  parade_id INTEGER PRIMARY KEY,
  parade_name TEXT,
  parade_date DATE,
  spectators INTEGER,
  weather TEXT
);
CREATE TABLE Floats (
  float_id INTEGER PRIMARY KEY,
  title TEXT,
  guild_id INTEGER,
  parade_id INTEGER,
  length_metres REAL,
  building_cost REAL,
  builder_id INTEGER,
  FOREIGN KEY (guild_id) REFERENCES Guilds(guild_id),
  FOREIGN KEY (parade_id) REFERENCES Parades(parade_id),
  FOREIGN KEY (builder_id) REFERENCES Members(member_id)
);
CREATE TABLE Jury_Prizes (
  prize_id INTEGER PRIMARY KEY,
  float_id INTEGER,
  category TEXT,
  amount INTEGER,
  FOREIGN KEY (float_id) REFERENCES Floats(float_id)
);
