INSERT INTO volcano VALUES
(1,'Vesuvius','Italy','stratovolcano',1281),(2,'Etna','Italy','stratovolcano',3357),(3,'Stromboli','Italy','stratovolcano',924),(4,'Krakatoa','Indonesia','caldera',813),
(5,'Tambora','Indonesia','stratovolcano',2850),(6,'Merapi','Indonesia','stratovolcano',2910),(7,'Mauna Loa','United States','shield',4169),(8,'Kilauea','United States','shield',1247),
(9,'Mount St. Helens','United States','stratovolcano',2549),(10,'Katla','Iceland','caldera',1512),(11,'Hekla','Iceland','stratovolcano',1491),(12,'Paricutin','Mexico','cinder cone',2800),
(13,'Popocatepetl','Mexico','stratovolcano',5426),(14,'Mount Fuji','Japan','stratovolcano',3776),(15,'Mount Kenya','Kenya','stratovolcano',5199),(16,'Pelee','Martinique','stratovolcano',1397);
INSERT INTO eruption VALUES
(1,1,1631,5,4000),(2,1,1906,4,216),(3,1,1944,3,26),(4,2,1669,3,20),(5,2,2001,2,0),(6,3,1930,3,6),(7,4,1883,6,36417),(8,4,2018,3,437),
(9,5,1815,7,71000),(10,6,1930,3,1369),(11,6,2010,4,353),(12,7,1950,0,0),(13,7,2022,0,0),(14,8,1924,2,1),(15,8,2018,3,0),(16,9,1980,5,57),
(17,10,1755,5,2),(18,10,1918,4,0),(19,11,1766,4,0),(20,11,2000,3,0),(21,12,1943,4,3),(22,14,1707,5,0),(23,16,1902,4,28000),(24,2,1928,2,0);
INSERT INTO eruption VALUES (25,2,2021,1,0);
