INSERT INTO sponsor VALUES (1,'Halden Pharma','Norway','company'),(2,'Medicora','Spain','company'),(3,'National Heart Foundation','Canada','charity'),(4,'Lumen Biotech','Canada','company'),(5,'University of Porto','Portugal','university'),(6,'Asthma Trust','Ireland','charity');
INSERT INTO drug VALUES (1,'Cardizol','beta blocker','tablet'),(2,'Pneumavent','bronchodilator','inhaler'),(3,'Glucorin','insulin analogue','injection'),(4,'Migralex','triptan','tablet'),(5,'Artrofen','anti-inflammatory','tablet'),(6,'Vexamab','antibody','injection'),(7,'Somnadil','sedative','tablet');
INSERT INTO trial VALUES
('HP-101',1,1,'hypertension',2,'completed','2015-02-01'),('HP-102',1,1,'hypertension',3,'completed','2017-06-15'),('NH-07',1,3,'heart failure',3,'recruiting','2021-09-01'),
('MC-21',2,2,'asthma',2,'completed','2016-04-20'),('MC-22',2,2,'asthma',3,'stopped','2018-11-05'),('LB-3',6,4,'asthma',1,'recruiting','2022-03-10'),
('LB-4',6,4,'arthritis',2,'recruiting','2023-01-25'),('UP-9',4,5,'migraine',2,'completed','2014-08-30'),('HP-110',3,1,'diabetes',3,'completed','2019-05-12'),
('MC-30',5,2,'arthritis',3,'stopped','2020-10-01');
INSERT INTO investigator VALUES
(1,'Dr. Elin Strand','cardiology','Ullern Hospital','Oslo'),(2,'Dr. Javier Molina','pulmonology','Hospital del Mar','Barcelona'),(3,'Dr. Naomi Fraser','cardiology','St. Paul Hospital','Vancouver'),
(4,'Dr. Rui Tavares','neurology','Hospital Santo Antonio','Porto'),(5,'Dr. Colm Byrne','pulmonology','Mater Hospital','Dublin'),(6,'Dr. Greta Lund','endocrinology','Ullern Hospital','Oslo'),
(7,'Dr. Simon Tremblay','rheumatology','Montreal General','Montreal'),(8,'Dr. Pilar Vega','rheumatology','Hospital del Mar','Barcelona');
INSERT INTO trial_site VALUES
('HP-101',1,60,4),('HP-101',3,45,2),('HP-102',1,220,15),('HP-102',3,180,21),('NH-07',3,140,6),('MC-21',2,75,9),('MC-21',5,50,3),('MC-22',2,160,38),
('LB-3',5,18,0),('LB-4',7,40,2),('LB-4',8,35,1),('UP-9',4,64,7),('HP-110',6,210,12),('MC-30',8,150,41),('MC-30',7,95,18);
