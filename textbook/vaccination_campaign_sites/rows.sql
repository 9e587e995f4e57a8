INSERT INTO vaccine_types VALUES
('FLU','Influguard','Nordpharm',1,4.0),('MMR','Trivax','Helix Labs',2,-20.0),('TET','Tetanol','Nordpharm',3,5.0),('HEPB','Hepashield','Borealis Bio',3,4.5),('RAB','Rabivac','Helix Labs',4,3.0),('YF','Amarilla','Borealis Bio',1,-15.0);
INSERT INTO clinics VALUES
(1,'Elm Street Clinic','Avaria',120),(2,'Southbank Health Centre','Avaria',260),(3,'Old Mill Clinic','Corvania',90),(4,'Stadium Vaccination Hall','Corvania',900),(5,'Lakeshore Clinic','Pontria',75);
INSERT INTO nurses VALUES
(1,'Agata Wolska',1,12),(2,'Brian Okafor',2,5),(3,'Celia Monroe',2,21),(4,'Dmitri Ivanov',3,8),(5,'Erin Sheehan',4,3),(6,'Fatou Diallo',4,15),(7,'Gail Peterson',1,27);
INSERT INTO residents VALUES
(1,'Amos Keller','Teacher',44,'Avaria'),(2,'Bella Romano','Nurse aide',29,'Avaria'),(3,'Carl Jensen','Farmer',63,'Corvania'),(4,'Dina Haddad','Student',19,'Avaria'),(5,'Ewan Murray','Retired',78,'Corvania'),(6,'Flora Costa','Farmer',51,'Pontria'),(7,'Gabor Nemeth','Driver',37,'Corvania'),(8,'Hilda Berg','Retired',82,'Avaria'),(9,'Ismail Kaya','Student',21,'Pontria'),(10,'Jana Kovac','Teacher',33,'Corvania');
INSERT INTO injections VALUES
(1,1,1,'FLU',1,'2022-10-03','None'),(2,2,2,'HEPB',1,'2022-10-04','Sore arm'),(3,2,3,'HEPB',2,'2022-11-05','None'),(4,3,4,'TET',1,'2022-10-07','Fever'),(5,4,7,'MMR',1,'2022-10-08','Sore arm'),(6,5,5,'FLU',1,'2022-10-12','None'),(7,8,3,'FLU',1,'2022-10-15','Fever'),(8,4,1,'MMR',2,'2022-12-01','None'),(9,7,6,'RAB',1,'2022-10-20','Headache'),(10,7,6,'RAB',2,'2022-10-27','Sore arm'),(11,3,4,'TET',2,'2022-12-09','None'),(12,10,5,'FLU',1,'2022-11-11','Sore arm'),(13,2,3,'HEPB',3,'2023-04-06','Headache'),(14,8,3,'TET',1,'2023-01-16','None'),(15,7,6,'FLU',1,'2022-11-30','None');
INSERT INTO vaccine_stock VALUES
(1,'FLU',40),(1,'MMR',22),(2,'FLU',95),(2,'HEPB',60),(2,'TET',31),(3,'TET',18),(4,'FLU',410),(4,'RAB',25),(4,'HEPB',120),(5,'FLU',12);
INSERT INTO residents VALUES (11,'Karl Weber','Teacher',40,'Avaria');
