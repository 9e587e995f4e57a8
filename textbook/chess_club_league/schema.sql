CREATE TABLE team (
  team_code TEXT PRIMARY KEY,
  team_name TEXT,
  town TEXT,
  division INTEGER
);
CREATE TABLE chess_player (
  player_id INTEGER PRIMARY KEY,
  full_name TEXT,
  team_code TEXT,
  federation TEXT,
  title TEXT,
  rating INTEGER,
  age INTEGER,
  trainer_id INTEGER,
  FOREIGN KEY (team_code) REFERENCES team(team_code),
  FOREIGN KEY (trainer_id) REFERENCES chess_player(player_id)
);
CREATE TABLE game (
  game_id INTEGER PRIMARY KEY,
  white_player_id INTEGER,
  black_player_id INTEGER,
  opening TEXT,
  moves INTEGER,
  result TEXT,
  round INTEGER,
  FOREIGN KEY (white_player_id) REFERENCES chess_player(player_id),
  FOREIGN KEY (black_player_id) REFERENCES chess_player(player_id)
);
