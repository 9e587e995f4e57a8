-- repair_cafe.sql - a repair cafe: volunteers and what they mended; goes with tables.json.
PRAGMA foreign_keys = ON;
BEGIN;

CREATE TABLE volunteer (
  volunteer_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  skill TEXT NOT NULL,
  age INTEGER NOT NULL,
  joined DATE NOT NULL
);
INSERT INTO volunteer VALUES
  (1, 'Nora Quist', 'electronics', 31, '2017-03-11'),
  (2, 'Bram Visser', 'sewing', 68, '2015-09-05'),
  (3, 'Oluchi Eze', 'electronics', 44, '2019-01-26'),
  (4, 'Matteo Riva', 'woodwork', 57, '2016-06-18'),
  (5, 'Sanne Kok', 'sewing', 23, '2021-10-02'),
  (6, 'Ivan Petrov', 'bicycles', 39, '2018-04-14'),
  (7, 'Dora Lindh', 'bicycles', 62, '2020-02-08'),
  (8, 'Theo Marsh', 'electronics', 50, '2022-05-21'),
  (9, 'Yara Haddad', 'jewellery', 35, '2020-11-28'),
  (10, 'Piet Jansen', 'woodwork', 72, '2015-09-05'),
  (11, 'Lucia Romano', 'clocks', 66, '2023-01-14');

CREATE TABLE item (
  item_id INTEGER PRIMARY KEY,
  volunteer_id INTEGER NOT NULL REFERENCES volunteer (volunteer_id),
  kind TEXT NOT NULL,
  brand TEXT NOT NULL,
  minutes INTEGER NOT NULL
);
INSERT INTO item VALUES
  (1, 1, 'toaster', 'Brightway', 35),
  (2, 1, 'radio', 'Solano', 80),
  (3, 2, 'coat', 'Hemsley', 50),
  (4, 3, 'lamp', 'Brightway', 20),
  (5, 3, 'toaster', 'Kirkby', 45),
  (6, 4, 'chair', 'Oakline', 95),
  (7, 5, 'coat', 'Nordvik', 30),
  (8, 6, 'bicycle', 'Velora', 60),
  (9, 6, 'bicycle', 'Tandro', 75),
  (10, 7, 'bicycle', 'Velora', 40),
  (11, 8, 'radio', 'Kirkby', 110),
  (12, 8, 'lamp', 'Solano', 15),
  (13, 1, 'kettle', 'Auralis', 25),
  (14, 3, 'radio', 'Brightway', 90),
  (15, 2, 'curtain', 'Hemsley', 65),
  (16, 9, 'necklace', 'Auralis', 55),
  (17, 4, 'chair', 'Oakline', 120),
  (18, 7, 'scooter', 'Tandro', 85),
  (19, 8, 'toaster', 'Solano', 30),
  (20, 1, 'lamp', 'Auralis', 10);

COMMIT;
