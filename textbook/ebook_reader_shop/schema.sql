CREATE TABLE Publishers (
  publisher_id INTEGER PRIMARY KEY,
  publisher_name TEXT,
  country TEXT
);
CREATE TABLE Ebooks (
  ebook_id INTEGER PRIMARY KEY,
  title TEXT,
  author_name TEXT,
  publisher_id INTEGER,
  genre TEXT,
  pages INTEGER,
  price REAL,
  FOREIGN KEY (publisher_id) REFERENCES Publishers(publisher_id)
);
CREATE TABLE Readers (
  reader_id INTEGER PRIMARY KEY,
  first_name TEXT,
  last_name TEXT,
  email TEXT,
  country TEXT,
  membership_code TEXT
);
CREATE TABLE Orders (
  order_id INTEGER PRIMARY KEY,
  reader_id INTEGER,
  order_date DATE,
  payment_method TEXT,
  FOREIGN KEY (reader_id) REFERENCES Readers(reader_id)
);
CREATE TABLE Order_Lines (
  order_id INTEGER,
  ebook_id INTEGER,
  file_format TEXT,
  price_paid REAL,
  PRIMARY KEY (order_id, ebook_id),
  FOREIGN KEY (order_id) REFERENCES Orders(order_id),
  FOREIGN KEY (ebook_id) REFERENCES Ebooks(ebook_id)
);
