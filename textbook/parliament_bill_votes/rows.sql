INSERT INTO parties VALUES
(1,'Civic Union',1948,'Conservative'),(2,'Labour Front',1919,'Socialist'),(3,'Green Alliance',1983,'Ecologist'),(4,'Liberal Forum',1991,'Liberal'),(5,'Farmers League',1927,'Conservative'),(6,'Pirate Movement',2012,'Liberal');
INSERT INTO members VALUES
(1,'Judith Amsel',1,'Lakeside',54,2004),(2,'Bruno Castellan',2,'Port Haven',61,1996),(3,'Mira Desrosiers',3,'Old Town',38,2016),(4,'Konrad Eklund',1,'Granite Hills',47,2012),(5,'Farida Nasser',2,'Millbrook',44,2012),(6,'Pavel Gorin',5,'Wheatfield',66,1992),(7,'Helena Strand',4,'University Quarter',41,2016),(8,'Luis Ibarra',2,'Harbour East',35,2020),(9,'Tessa Jansen',3,'Riverbank',29,2020),(10,'Otto Kramer',1,'Wheatfield',58,2000),(11,'Nadia Lowell',4,'Lakeside',50,2008);
INSERT INTO committees VALUES
(1,'Finance',10,420000),(2,'Environment',3,185000),(3,'Education',7,240000),(4,'Defence',1,510000),(5,'Agriculture',6,160000);
INSERT INTO committee_members VALUES
(1,10,2004),(1,2,2008),(1,11,2012),(1,4,2016),(2,3,2016),(2,9,2020),(2,5,2016),(3,7,2016),(3,8,2020),(3,5,2012),(4,1,2008),(4,2,2000),(4,10,2012),(5,6,1996),(5,9,2020);
INSERT INTO bills VALUES
(1,'Clean Rivers Act',3,2,'2019-03-12','Passed',92,51),(2,'School Meals Act',5,3,'2019-05-20','Passed',110,33),(3,'Property Tax Reform',10,1,'2019-09-02','Rejected',60,83),(4,'Veterans Pension Act',1,4,'2020-01-28','Passed',131,12),(5,'Seed Subsidy Act',6,5,'2020-02-17','Rejected',48,95),(6,'Carbon Levy Act',9,2,'2020-10-06','Pending',0,0),(7,'Digital Classroom Act',7,3,'2021-02-11','Passed',101,42),(8,'Small Business Relief',4,1,'2021-04-15','Passed',88,55),(9,'Harbour Workers Act',2,1,'2021-06-30','Rejected',70,73),(10,'Forest Protection Act',3,2,'2021-11-19','Pending',0,0);
INSERT INTO bills VALUES (11,'Plastic Packaging Act',9,2,'2022-01-20','Passed',95,48);
