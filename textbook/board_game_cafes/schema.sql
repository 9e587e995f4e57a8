CREATE TABLE cafe (
  cafe_id INTEGER PRIMARY KEY,
  name TEXT,
  city TEXT,
  opening_year INTEGER,
  table_count INTEGER,
  entry_fee REAL
);
CREATE TABLE board_game (
  game_id INTEGER PRIMARY KEY,
  name TEXT,
  designer TEXT,
  category TEXT,
  min_players INTEGER,
  max_players INTEGER,
  play_time INTEGER,
  complexity REAL
);
CREATE TABLE shelf (
  cafe_id INTEGER,
  game_id INTEGER,
  copies INTEGER,
  condition TEXT,
  PRIMARY KEY (cafe_id, game_id),
  FOREIGN KEY (cafe_id) REFERENCES cafe(cafe_id),
  FOREIGN KEY (game_id) REFERENCES board_game(game_id)
);
CREATE TABLE event (
  event_id INTEGER PRIMARY KEY,
  event_name TEXT,
  cafe_id INTEGER,
  game_id INTEGER,
  event_date DATE,
  participants INTEGER,
  FOREIGN KEY (cafe_id) REFERENCES cafe(cafe_id),
  FOREIGN KEY (game_id) REFERENCES board_game(game_id)
);
