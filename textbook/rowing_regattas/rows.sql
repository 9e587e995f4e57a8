INSERT INTO Clubs VALUES (1,'Leander Oars','Thames',1818,640),(2,'Tyne Rowing Club','Tyne',1852,210),(3,'Severn Sculls','Severn',1871,150),(4,'Wear Rowers','Wear',1860,180),(5,'Twickenham Eights','Thames',1860,320),(6,'Trent Boat Club','Trent',1863,95);
INSERT INTO Rowers VALUES
(1,'Alice','Mercer',1,'F',68.5,179,1998),(2,'Beth','Langford',1,'F',71.0,182,1996),(3,'Tom','Ashby',1,'M',92.0,196,1995),(4,'Will','Drury',1,'M',88.5,193,1999),
(5,'Kate','Robson',2,'F',66.0,175,2001),(6,'Ian','Charlton',2,'M',85.0,190,1994),(7,'Neil','Robson',2,'M',90.5,194,1997),(8,'Gwen','Pritchard',3,'F',64.5,172,2000),
(9,'Rhys','Morgan',3,'M',79.0,185,2002),(10,'Sarah','Hall',4,'F',70.0,178,1993),(11,'Mark','Hall',4,'M',94.0,198,1992),(12,'Oliver','Finch',5,'M',83.5,188,2000),(13,'Grace','Moreton',5,'F',69.0,177,1999),(14,'Daniel','Osei',6,'M',87.0,191,1998);
INSERT INTO Regattas VALUES (1,'Spring Head','Thames',2021,6800),(2,'Northern Sprint','Tyne',2021,1000),(3,'Durham Cup','Wear',2022,1800),(4,'Spring Head','Thames',2022,6800),(5,'Midlands Open','Trent',2022,2000),(6,'Severn Bore Race','Severn',2023,4000);
INSERT INTO Crews VALUES
(1,1,1,'Double Sculls',1,1312.4),(2,1,5,'Double Sculls',2,1340.9),(3,1,2,'Coxless Pair',1,1356.0),(4,2,2,'Coxless Pair',2,201.7),(5,2,4,'Coxless Pair',1,198.3),
(6,3,4,'Double Sculls',3,402.5),(7,3,1,'Double Sculls',1,389.9),(8,3,3,'Double Sculls',2,395.2),(9,4,1,'Coxless Pair',1,1298.8),(10,4,5,'Single Sculls',1,1405.0),(11,5,6,'Single Sculls',2,455.6),(12,5,1,'Single Sculls',1,448.1);
INSERT INTO Crew_Seats VALUES (1,1,'bow'),(1,2,'stroke'),(2,12,'bow'),(2,13,'stroke'),(3,6,'bow'),(3,7,'stroke'),(4,6,'bow'),(4,5,'stroke'),(5,10,'bow'),(5,11,'stroke'),(6,10,'stroke'),(6,11,'bow'),(7,1,'stroke'),(7,2,'bow'),(8,8,'bow'),(8,9,'stroke'),(9,3,'bow'),(9,1,'stroke'),(10,12,'single'),(11,14,'single'),(12,1,'single');
