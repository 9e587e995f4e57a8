CREATE TABLE author (
  author_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  birth_year INTEGER,
  home_country TEXT
);
CREATE TABLE cookbook (
  isbn TEXT PRIMARY KEY,
  title TEXT,
  author_id INTEGER,
  publisher TEXT,
  publication_year INTEGER,
  pages INTEGER,
  FOREIGN KEY (author_id) REFERENCES author(author_id)
);
CREATE TABLE recipe (
  recipe_id INTEGER PRIMARY KEY,
  isbn TEXT,
  title TEXT,
  course TEXT,
  minutes INTEGER,
  servings INTEGER,
  FOREIGN KEY (isbn) REFERENCES cookbook(isbn)
);
CREATE TABLE ingredient (
  ingredient_id INTEGER PRIMARY KEY,
  ingredient_name TEXT,
  food_group TEXT
);
CREATE TABLE recipe_ingredient (
  recipe_id INTEGER,
  ingredient_id INTEGER,
  grams INTEGER,
  PRIMARY KEY (recipe_id, ingredient_id),
  FOREIGN KEY (recipe_id) REFERENCES recipe(recipe_id),
  FOREIGN KEY (ingredient_id) REFERENCES ingredient(ingredient_id)
);
CREATE TABLE tasting (
  tasting_id INTEGER PRIMARY KEY,
  recipe_id INTEGER,
  taster TEXT,
  score INTEGER,
  remark TEXT,
  FOREIGN KEY (recipe_id) REFERENCES recipe(recipe_id)
);
