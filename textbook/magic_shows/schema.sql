CREATE TABLE magician (
  magician_id TEXT PRIMARY KEY,
  full_name TEXT,
  stage_name TEXT,
  home_country TEXT,
  year_of_birth TEXT,
  speciality TEXT
);
CREATE TABLE illusion (
  illusion_code TEXT PRIMARY KEY,
  illusion_name TEXT,
  inventor_id TEXT,
  year_invented TEXT,
  difficulty TEXT,
  FOREIGN KEY (inventor_id) REFERENCES magician(magician_id)
);
CREATE TABLE show (
  show_id INTEGER PRIMARY KEY,
  show_title TEXT,
  magician_id TEXT,
  venue TEXT,
  city TEXT,
  show_date DATE,
  audience INTEGER,
  ticket_price REAL,
  FOREIGN KEY (magician_id) REFERENCES magician(magician_id)
);
CREATE TABLE show_illusion (
  show_id INTEGER,
  illusion_code TEXT,
  order_in_show INTEGER,
  PRIMARY KEY (show_id, illusion_code),
  FOREIGN KEY (show_id) REFERENCES show(show_id),
  FOREIGN KEY (illusion_code) REFERENCES illusion(illusion_code)
);
