CREATE TABLE channel (channel_id INTEGER PRIMARY KEY, channel_name TEXT NOT NULL, country TEXT NOT NULL, public_owned TEXT NOT NULL, launched INTEGER);
CREATE TABLE programme (prog_id INTEGER PRIMARY KEY, title TEXT NOT NULL, genre TEXT NOT NULL, original_language TEXT, first_season_year INTEGER, produced_by INTEGER REFERENCES producer(producer_id), licensed_from INTEGER REFERENCES producer(producer_id));
CREATE TABLE producer (producer_id INTEGER PRIMARY KEY, company TEXT NOT NULL, city TEXT);
CREATE TABLE episode (episode_id INTEGER PRIMARY KEY, prog_id INTEGER NOT NULL REFERENCES programme(prog_id), season_no INTEGER, episode_no INTEGER, episode_title TEXT, runtime_min INTEGER NOT NULL);
CREATE TABLE broadcast (broadcast_id INTEGER PRIMARY KEY, channel_id INTEGER NOT NULL REFERENCES channel(channel_id), episode_id INTEGER NOT NULL REFERENCES episode(episode_id), aired_at TEXT NOT NULL, is_repeat INTEGER NOT NULL, subtitled INTEGER NOT NULL);
CREATE TABLE audience (broadcast_id INTEGER PRIMARY KEY REFERENCES broadcast(broadcast_id), viewers INTEGER NOT NULL, share_pct REAL NOT NULL, viewers_under30 INTEGER);
CREATE TABLE panel_home (home_id INTEGER PRIMARY KEY, country TEXT NOT NULL, persons INTEGER NOT NULL, joined_on TEXT NOT NULL, dropped_on TEXT, has_fibre TEXT NOT NULL);
CREATE TABLE ad_break (break_id INTEGER PRIMARY KEY, broadcast_id INTEGER NOT NULL REFERENCES broadcast(broadcast_id), starts_min INTEGER NOT NULL, seconds INTEGER NOT NULL, revenue_eur REAL);
CREATE TABLE complaint (complaint_id INTEGER PRIMARY KEY, broadcast_id INTEGER NOT NULL REFERENCES broadcast(broadcast_id), received_on TEXT NOT NULL, topic TEXT NOT NULL, upheld TEXT);
