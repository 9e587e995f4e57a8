INSERT INTO sculptor VALUES
(1,'Gustav Vigdal','Norwegian',1869,1943),(2,'Marta Lindqvist','Swedish',1921,1999),(3,'Henri Beaumont','French',1840,1917),(4,'Barbara Hallworth','British',1903,1975),(5,'Carlo Pesaro','Italian',1935,2010),(6,'Ingrid Solheim','Norwegian',1954,NULL),(7,'Paul Arnaud','French',1881,1960),(8,'Yuki Tanabe','Japanese',1968,NULL);
INSERT INTO park VALUES
(1,'Queen''s Park','Centre',18.5),(2,'Harbour Green','Docklands',7.2),(3,'Botanical Garden','Northside',25.0),(4,'Mill Meadow','Westend',11.4),(5,'Liberty Square','Centre',2.1),(6,'Pine Hill Park','Northside',40.3);
INSERT INTO sculpture VALUES
(1,'The Wheel of Life',1,1,'Bronze',3.0,1934),(2,'Sleeping Shepherd',1,3,'Granite',1.8,1921),(3,'Winged Girl',2,2,'Bronze',2.4,1967),(4,'The Burghers',3,5,'Bronze',2.1,1895),(5,'Single Form',4,3,'Bronze',6.4,1964),(6,'Two Circles',4,1,'Marble',1.5,1958),(7,'Fisherman',5,2,'Steel',4.2,1988),(8,'Ice Arch',6,6,'Steel',8.9,2004),(9,'Night Birds',6,3,'Glass',2.7,2012),(10,'The Archer',7,5,'Bronze',3.6,1926),(11,'Stone Mother',1,1,'Granite',2.2,1930),(12,'Whispering Gate',8,6,'Steel',5.5,2015);
INSERT INTO restoration VALUES
(1,4,1952,1200,'Holm Brothers'),(2,1,1980,5400,'Artis Conservation'),(3,4,1994,8800,'Artis Conservation'),(4,10,1999,7300,'Holm Brothers'),(5,2,2001,2500,'Stonecare'),(6,5,2008,15600,'Artis Conservation'),(7,1,2010,9700,'Artis Conservation'),(8,7,2013,4100,'Weldwright'),(9,4,2018,12900,'Stonecare'),(10,6,2020,3300,'Stonecare');
