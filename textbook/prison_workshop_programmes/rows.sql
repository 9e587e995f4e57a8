INSERT INTO prisons VALUES
(1,'Blackmoor','Devon','A',640,1850),(2,'Highfield Open Prison','Kent','D',210,1973),(3,'Stonebridge','Kent','B',480,1934),(4,'Fenwick House','Norfolk','C',330,1991),(5,'Saltmarsh','Norfolk','B',520,2008);
INSERT INTO wardens VALUES
(1,'Gordon Leigh',1,2012,'Army officer'),(2,'Patricia Swann',2,2016,'Social worker'),(3,'Neil Harcourt',3,2009,'Police officer'),(4,'Amina Farah',4,2019,'Social worker'),(5,'Russell Todd',1,2001,'Police officer');
INSERT INTO inmates VALUES
(1,'Victor Slade',1,'Robbery',96,41),(2,'Danny Croke',1,'Burglary',60,33),(3,'Leon Marsh',3,'Fraud',42,55),(4,'Curtis Bell',3,'Theft',18,24),(5,'Martin Ives',2,'Fraud',30,61),(6,'Aaron Peel',2,'Theft',12,29),(7,'Stuart Gale',4,'Burglary',48,37),(8,'Ivan Petrenko',4,'Smuggling',54,46),(9,'Jamie Woods',2,'Forgery',24,38),(10,'Keith Oram',1,'Arson',120,50),(11,'Ronald Fitch',3,'Robbery',84,44),(12,'Billy Cope',4,'Theft',15,22);
INSERT INTO workshops VALUES
(1,'Carpentry',20,1.8),(2,'Bakery',25,2.1),(3,'Laundry',30,1.2),(4,'Gardening',18,1.5),(5,'Bookbinding',15,1.9),(6,'Welding',22,2.4);
INSERT INTO workshop_places VALUES
(1,1,'2021-02-01',4),(1,3,'2020-06-15',3),(2,3,'2021-05-10',2),(3,5,'2021-03-22',5),(4,3,'2021-09-01',3),(5,4,'2020-04-06',5),(6,4,'2021-07-19',4),(6,2,'2021-10-04',3),(7,1,'2021-01-11',5),(8,1,'2021-06-28',2),(9,5,'2021-08-16',4),(9,4,'2022-03-07',4),(11,1,'2022-01-17',3),(3,2,'2022-02-14',4);
