CREATE TABLE meeting (meet_id INTEGER PRIMARY KEY, course_id INTEGER NOT NULL REFERENCES racecourse(course_id), meet_date TEXT NOT NULL, going TEXT, abandoned INTEGER NOT NULL);
CREATE TABLE racecourse (course_id INTEGER PRIMARY KEY, course_name TEXT NOT NULL, county TEXT NOT NULL, left_handed INTEGER NOT NULL);
CREATE TABLE race (race_id INTEGER PRIMARY KEY, meet_id INTEGER NOT NULL REFERENCES meeting(meet_id), off_at TEXT NOT NULL, race_name TEXT NOT NULL, furlongs INTEGER NOT NULL, prize_eur INTEGER NOT NULL);
CREATE TABLE trainer (trainer_id INTEGER PRIMARY KEY, trainer_name TEXT NOT NULL, yard_county TEXT, licence_until TEXT);
CREATE TABLE horse (horse_id INTEGER PRIMARY KEY, horse_name TEXT NOT NULL, foaled_year INTEGER NOT NULL, sex TEXT NOT NULL, trainer_id INTEGER REFERENCES trainer(trainer_id), sire_id INTEGER REFERENCES horse(horse_id), retired_on TEXT);
CREATE TABLE jockey (jockey_id INTEGER PRIMARY KEY, jockey_name TEXT NOT NULL, claim_lb INTEGER, apprentice_to INTEGER REFERENCES trainer(trainer_id));
CREATE TABLE runner (race_id INTEGER NOT NULL REFERENCES race(race_id), horse_id INTEGER NOT NULL REFERENCES horse(horse_id), jockey_id INTEGER REFERENCES jockey(jockey_id), stall_no INTEGER, start_price REAL, finish_pos INTEGER, PRIMARY KEY (race_id, horse_id));
CREATE TABLE punter (punter_id INTEGER PRIMARY KEY, nickname TEXT NOT NULL, county TEXT, opened_on TEXT NOT NULL, self_excluded_until TEXT, daily_limit_eur REAL);
CREATE TABLE tote_bet (bet_id INTEGER PRIMARY KEY, punter_id INTEGER REFERENCES punter(punter_id), race_id INTEGER NOT NULL, horse_id INTEGER NOT NULL, bet_type TEXT NOT NULL, stake_eur REAL NOT NULL, placed_at TEXT NOT NULL, payout_eur REAL);
