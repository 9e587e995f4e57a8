CREATE TABLE developers (
  developer_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  employees INTEGER
);
CREATE TABLE categories (
  category_code TEXT PRIMARY KEY,
  category_description TEXT
);
CREATE TABLE apps (
  app_id INTEGER PRIMARY KEY,
  title TEXT,
  developer_id INTEGER,
  category_code TEXT,
  price REAL,
  size_mb INTEGER,
  release_date DATE,
  FOREIGN KEY (developer_id) REFERENCES developers(developer_id),
  FOREIGN KEY (category_code) REFERENCES categories(category_code)
);
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY,
  name TEXT,
  country TEXT,
  age INTEGER
);
CREATE TABLE downloads (
  download_id INTEGER PRIMARY KEY,
  user_id INTEGER,
  app_id INTEGER,
  download_date DATE,
  device_type TEXT,
  FOREIGN KEY (user_id) REFERENCES users(user_id),
  FOREIGN KEY (app_id) REFERENCES apps(app_id)
);
CREATE TABLE reviews (
  review_id INTEGER PRIMARY KEY,
  user_id INTEGER,
  app_id INTEGER,
  stars INTEGER,
  comment_text TEXT,
  FOREIGN KEY (user_id) REFERENCES users(user_id),
  FOREIGN KEY (app_id) REFERENCES apps(app_id)
);
