INSERT INTO Markets VALUES
(1,'Cornmarket','Ashford','Saturday',60),(2,'Abbey Green Market','Bath','Thursday',35),(3,'Cattle Yard Market','Ashford','Wednesday',48),(4,'Quayside Market','Poole','Sunday',80),(5,'Cathedral Close Market','Wells','Saturday',42),(6,'Lantern Night Market','Poole','Friday',25);
INSERT INTO Traders VALUES
(1,'Bridget Malone','Ashford',2005),(2,'Yusuf Demir','Poole',2012),(3,'Hannah Croft','Wells',1998),(4,'Colin Sparrow','Bath',2016),(5,'Mei Ling Chow','Poole',2009),(6,'Derek Ashby','Ashford',1991),(7,'Olivia Fern','Bath',2020),(8,'Giorgio Bassi','Wells',2014),(9,'Ted Larkin','Frome',2018);
INSERT INTO Stalls VALUES
(1,1,1,'Cheese',45.0,3.0),(2,1,6,'Vegetables',38.0,4.5),(3,2,4,'Bread',52.0,2.5),(4,2,1,'Cheese',55.0,3.0),(5,3,6,'Vegetables',30.0,6.0),(6,4,2,'Street food',75.0,3.5),(7,4,5,'Street food',78.0,3.0),(8,4,3,'Pottery',60.0,2.0),(9,5,3,'Pottery',41.0,2.5),(10,5,8,'Bread',43.5,3.0),(11,4,1,'Cheese',66.0,3.0),(12,1,7,'Flowers',36.0,2.0),(13,2,8,'Street food',58.0,3.5);
INSERT INTO Hygiene_Inspections VALUES
(1,1,'2022-03-05','P. Granger',5,'PASS'),(2,3,'2022-03-17','P. Granger',4,'PASS'),(3,6,'2022-04-10','A. Hollis',2,'FAIL'),(4,7,'2022-04-10','A. Hollis',5,'PASS'),(5,6,'2022-05-15','A. Hollis',4,'PASS'),(6,10,'2022-06-11','R. Dunmore',3,'WARN'),(7,4,'2022-06-30','P. Granger',5,'PASS'),(8,11,'2022-07-24','A. Hollis',3,'WARN'),(9,13,'2022-08-18','P. Granger',1,'FAIL'),(10,10,'2022-10-08','R. Dunmore',4,'PASS'),(11,2,'2022-10-29','R. Dunmore',5,'PASS');
