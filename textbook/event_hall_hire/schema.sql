CREATE TABLE halls (
  hall_id INTEGER PRIMARY KEY,
  name TEXT,
  district TEXT,
  seats INTEGER,
  hire_fee_per_hour INTEGER,
  has_kitchen TEXT
);
CREATE TABLE organisers (
  organiser_id INTEGER PRIMARY KEY,
  name TEXT,
  type TEXT,
  phone TEXT
);
CREATE TABLE events (
  event_id INTEGER PRIMARY KEY,
  title TEXT,
  type TEXT,
  hall_id INTEGER,
  organiser_id INTEGER,
  date TEXT,
  hours INTEGER,
  attendance INTEGER,
  FOREIGN KEY (hall_id) REFERENCES halls(hall_id),
  FOREIGN KEY (organiser_id) REFERENCES organisers(organiser_id)
);
CREATE TABLE caterers (
  caterer_id INTEGER PRIMARY KEY,
  name TEXT,
  cuisine TEXT,
  price_per_head REAL
);
CREATE TABLE event_caterers (
  event_id INTEGER,
  caterer_id INTEGER,
  portions INTEGER,
  PRIMARY KEY (event_id, caterer_id),
  FOREIGN KEY (event_id) REFERENCES events(event_id),
  FOREIGN KEY (caterer_id) REFERENCES caterers(caterer_id)
);
