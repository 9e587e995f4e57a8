INSERT INTO ref_cause_types VALUES
('DIS','Disaster relief'),('HUN','Food and hunger'),('HOM','Homelessness'),('EDU','Education for children'),('ENV','Nature protection');
INSERT INTO charities VALUES
(1,'Open Hands','Bristol',1952,'DIS'),(2,'Warm Plate','Cardiff',1987,'HUN'),(3,'Roof for All','Bristol',1969,'HOM'),(4,'Bright Books','Exeter',2005,'EDU'),(5,'Night Shelter Trust','Swansea',1994,'HOM'),(6,'Harvest Share','Exeter',2011,'HUN');
INSERT INTO appeals VALUES
(1,1,'Earthquake Appeal',500000,'2021-02-10'),(2,1,'Flood Appeal',250000,'2021-07-22'),(3,2,'Christmas Dinners',40000,'2021-11-01'),(4,3,'Winter Beds',120000,'2021-10-15'),(5,4,'A Library for Every School',60000,'2022-01-10'),(6,6,'Community Kitchen',35000,'2022-03-04'),(7,3,'New Hostel Fund',300000,'2022-05-20'),(8,2,'Summer Lunch Club',20000,'2022-06-01');
INSERT INTO benefactors VALUES
(1,'Abbot & Sons Ltd','Company','Bristol','office@abbot.example'),(2,'Maureen Tandy','Private person','Cardiff','m.tandy@post.example'),(3,'Severn Bank','Company','Bristol','giving@severnbank.example'),(4,'Ralph Penhaligon','Private person','Exeter','ralph@pen.example'),(5,'The Lydia Foundation','Foundation','London','info@lydia.example'),(6,'Cora Bevan','Private person','Swansea','cora@post.example'),(7,'Tidewater Foundation','Foundation','Exeter','hello@tidewater.example'),(8,'Hugo Blaine','Private person','Bristol','hblaine@post.example');
INSERT INTO gifts VALUES
(1,1,3,'2021-02-12',50000,'Transfer'),(2,1,2,'2021-02-13',150,'Card'),(3,1,5,'2021-02-20',80000,'Transfer'),(4,2,1,'2021-07-30',12000,'Cheque'),(5,3,2,'2021-11-05',60,'Cash'),(6,3,4,'2021-11-18',200,'Card'),(7,4,6,'2021-10-30',75,'Card'),(8,4,7,'2021-11-02',30000,'Transfer'),(9,5,4,'2022-01-19',500,'Card'),(10,6,7,'2022-03-15',9000,'Transfer'),(11,7,3,'2022-06-01',45000,'Transfer'),(12,7,6,'2022-06-08',40,'Cash'),(13,2,2,'2021-08-01',100,'Card'),(14,5,5,'2022-02-02',20000,'Cheque'),(15,4,2,'2021-12-12',90,'Card');
INSERT INTO volunteers VALUES
(1,'Philippa Dunn','Bristol','1958-04-12',NULL),(2,'Karim Aziz','Cardiff','1985-09-30',1),(3,'Wendy Marlow','Exeter','1992-01-17',2),(4,'Joel Trent','Bristol','2000-06-05',1),(5,'Saskia Bloom','Swansea','1979-12-24',NULL),(6,'Nathan Pugh','Cardiff','1996-03-08',5),(7,'Elin Rhys','Swansea','2002-10-11',5);
INSERT INTO volunteer_assignments VALUES
(1,1,'Coordinator',420),(1,3,'Adviser',60),(2,2,'Cook',210),(3,4,'Reading helper',85),(3,6,'Driver',130),(4,3,'Night warden',175),(4,1,'Collector',40),(5,5,'Coordinator',305),(6,2,'Driver',95),(2,6,'Cook',50);
