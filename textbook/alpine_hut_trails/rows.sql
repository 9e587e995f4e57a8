INSERT INTO region VALUES
(1,'Surselva','Graubuenden',3614),(2,'Bernese Oberland','Bern',4274),(3,'Lower Valais','Valais',4314),(4,'Engadine','Graubuenden',4049),(5,'Glarus Alps','Glarus',3613),(6,'Alpstein','Appenzell',2502);
INSERT INTO hut VALUES
(1,'Medel Hut',1,2524,55,1925,'Thea Cavelti',38.0),
(2,'Terri Hut',1,2170,110,1925,'Toni Tanner',41.5),
(3,'Bluemlisalp Hut',2,2840,132,1895,'Hans Hofer',45.0),
(4,'Gspaltenhorn Hut',2,2458,75,1936,'Christian Blum',42.0),
(5,'Dix Hut',3,2928,120,1928,'Pierre Bonvin',47.0),
(6,'Vignettes Hut',3,3160,120,1924,'Karine Bonnard',49.0),
(7,'Coaz Hut',4,2610,80,1964,'Ursula Scherrer',44.0),
(8,'Tschierva Hut',4,2584,110,1951,'Caroline Zeller',46.0),
(9,'Fridolin Hut',5,2111,50,1890,'Gabi Rohner',36.5),
(10,'Planura Hut',5,2947,46,1930,'Thea Cavelti',39.0),
(11,'Boval Hut',4,2495,90,1913,'Reto Conrad',46.0);
INSERT INTO trail VALUES
(1,'Greina Crossing',1,2,12.4,'moderate',5.5),
(2,'Hohtuerli Path',3,4,9.8,'hard',6.0),
(3,'Serpentine Route',5,6,11.2,'very hard',7.5),
(4,'Roseg Balcony',7,8,7.6,'moderate',3.5),
(5,'Hufi Glacier Way',9,10,14.3,'very hard',8.0),
(6,'Bernina View',8,11,10.5,'hard',5.0),
(7,'Terri Loop',2,2,6.2,'easy',2.5),
(8,'Lag Serein Walk',2,1,13.0,'moderate',6.0),
(9,'Sefinen Trail',4,3,10.1,'hard',6.5),
(10,'Coaz Lake Path',7,7,4.4,'easy',1.5);
INSERT INTO overnight_stay VALUES
(1,1,'Anna Keller','Swiss',1,'2022-07-02'),(2,1,'Jonas Wolff','German',2,'2022-07-15'),(3,2,'Marco Bianchi','Italian',1,'2022-07-16'),
(4,2,'Anna Keller','Swiss',1,'2022-07-03'),(5,2,'Sophie Marchand','French',3,'2022-08-01'),(6,3,'Peter Novak','Czech',2,'2022-08-11'),
(7,3,'Jonas Wolff','German',1,'2023-06-30'),(8,5,'Sophie Marchand','French',2,'2023-07-08'),(9,6,'Sophie Marchand','French',1,'2023-07-10'),
(10,6,'Lena Brandt','German',1,'2023-07-21'),(11,7,'Marco Bianchi','Italian',4,'2023-08-04'),(12,8,'Lena Brandt','German',2,'2023-08-12'),
(13,8,'Urs Amstutz','Swiss',2,'2023-08-13'),(14,8,'Peter Novak','Czech',1,'2023-08-19'),(15,2,'Urs Amstutz','Swiss',2,'2023-09-02'),(16,10,'Emma Clarke','British',1,'2023-09-05');
