INSERT INTO fire_station VALUES
(1,'Old Dock','Eastgate',1902),(2,'Castle Hill','Central',1937),(3,'Ferry Road','Eastgate',1968),(4,'Upper Lane','Norwood',1984),(5,'Airfield','Southmoor',2003),(6,'Brickworks','Norwood',2019);
INSERT INTO fire_engine VALUES
(11,'Delta 1','Volvo FL',1800,1),(12,'Delta 2','Scania P280',2400,1),(13,'Castle 1','Scania P280',2000,2),(14,'Castle 2','Magirus Ladder',0,2),(15,'Ferry 1','Volvo FL',1800,3),(16,'Upper 1','MAN TGM',3000,4),(17,'Air 1','Rosenbauer Panther',12500,5),(18,'Air 2','MAN TGM',3200,5);
INSERT INTO firefighter VALUES
(1,'Dennis Calloway','Commander',56,31,2,NULL),(2,'Maria Esposito','Captain',48,24,1,1),(3,'Jon Pritchard','Captain',45,20,3,1),(4,'Abel Mensah','Lieutenant',39,15,1,2),(5,'Sophie Grant','Firefighter',27,4,1,4),(6,'Kyle Bannister','Firefighter',31,8,2,1),(7,'Lena Hoffmann','Lieutenant',41,17,4,3),(8,'Rashid Ali','Firefighter',24,2,4,7),(9,'Fiona Macrae','Captain',50,26,5,1),(10,'Trevor Ngata','Firefighter',35,11,5,9),(11,'Petra Dvorak','Firefighter',29,6,3,3),(12,'Samuel Oduya','Firefighter',22,1,1,4);
INSERT INTO incident VALUES
(1,'House fire','Eastgate','2022-01-04',3),(2,'Car accident','Central','2022-01-19',2),(3,'False alarm','Norwood','2022-02-02',0),(4,'Warehouse fire','Eastgate','2022-02-25',5),(5,'House fire','Southmoor','2022-03-11',0),(6,'Flood','Norwood','2022-03-30',1),(7,'Car accident','Southmoor','2022-04-07',4),(8,'False alarm','Central','2022-04-21',0),(9,'House fire','Central','2022-05-16',1),(10,'Grass fire','Southmoor','2022-06-29',0),(11,'False alarm','Central','2022-07-02',0);
INSERT INTO engine_dispatch VALUES
(1,11,6),(1,12,7),(1,13,12),(2,13,4),(3,16,8),(4,11,5),(4,12,5),(4,15,9),(4,17,21),(5,18,7),(6,16,10),(7,17,11),(7,18,11),(8,13,3),(9,13,5),(9,11,14),(10,17,16);
