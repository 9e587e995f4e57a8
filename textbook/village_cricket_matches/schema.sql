CREATE TABLE village_teams (
  team_id INTEGER PRIMARY KEY,
  team_name TEXT,
  county TEXT,
  ground_name TEXT,
  founded_year TEXT,
  has_pavilion TEXT
);
CREATE TABLE cricketers (
  cricketer_id INTEGER PRIMARY KEY,
  name TEXT,
  team_id INTEGER,
  batting_hand TEXT,
  bowling_style TEXT,
  occupation TEXT,
  captain_yn TEXT,
  FOREIGN KEY (team_id) REFERENCES village_teams(team_id)
);
CREATE TABLE fixtures (
  fixture_id INTEGER PRIMARY KEY,
  home_team_id INTEGER,
  away_team_id INTEGER,
  match_date DATE,
  overs INTEGER,
  umpire TEXT,
  winner_id INTEGER,
  FOREIGN KEY (home_team_id) REFERENCES village_teams(team_id),
  FOREIGN KEY (away_team_id) REFERENCES village_teams(team_id),
  FOREIGN KEY (winner_id) REFERENCES village_teams(team_id)
);
CREATE TABLE innings_scores (
  fixture_id INTEGER,
  cricketer_id INTEGER,
  runs INTEGER,
  balls_faced INTEGER,
  how_out TEXT,
  wickets_taken INTEGER,
  PRIMARY KEY (fixture_id, cricketer_id),
  FOREIGN KEY (fixture_id) REFERENCES fixtures(fixture_id),
  FOREIGN KEY (cricketer_id) REFERENCES cricketers(cricketer_id)
);
