INSERT INTO Blood_Groups VALUES
('O+','O positive',38.0),('O-','O negative',7.0),('A+','A positive',34.0),('A-','A negative',6.0),('B+','B positive',9.0),('B-','B negative',2.0),('AB+','AB positive',3.0),('AB-','AB negative',1.0);
INSERT INTO Collection_Centres VALUES
(1,'Riverside Blood Centre','Leeds',12,'1988'),(2,'St Anne Donor Hall','York',8,'1996'),(3,'Northgate Centre','Leeds',6,'2004'),(4,'Harbour Donor Centre','Hull',10,'1979'),(5,'Minster Plasma Centre','York',15,'2019'),(6,'Moorland Mobile Unit','Whitby',4,'2011');
INSERT INTO Donors VALUES
(101,'Alice','Hartley','Female',1978,'Leeds','O+'),(102,'Peter','Booth','Male',1965,'York','A+'),(103,'Samira','Khan','Female',1990,'Leeds','O-'),(104,'George','Firth','Male',1958,'Hull','B+'),(105,'Nora','Whitaker','Female',1984,'York','A-'),(106,'Callum','Reid','Male',1999,'Leeds','O+'),(107,'Ivy','Sutcliffe','Female',1971,'Hull','AB+'),(108,'Oliver','Booth','Male',1993,'Whitby','O+'),(109,'Tomasz','Nowak','Male',1986,'Leeds','A+'),(110,'Ruth','Ackroyd','Female',2001,'York','B-');
INSERT INTO Donations VALUES
(1,101,1,'2021-02-10','Whole blood',470),(2,101,1,'2021-06-14','Whole blood',470),(3,102,5,'2021-03-02','Plasma',650),(4,103,1,'2021-03-19','Whole blood',450),(5,104,4,'2021-04-01','Whole blood',470),(6,101,3,'2021-10-20','Platelets',300),(7,105,2,'2021-05-05','Whole blood',440),(8,106,3,'2021-07-08','Whole blood',470),(9,102,5,'2021-08-11','Plasma',700),(10,102,2,'2021-12-01','Whole blood',470),(11,109,1,'2022-01-15','Platelets',320),(12,101,1,'2022-02-20','Whole blood',470),(13,108,4,'2022-03-03','Whole blood',460),(14,103,5,'2022-03-30','Plasma',600),(15,105,5,'2022-04-18','Plasma',620);
INSERT INTO Donors VALUES (111,'Harold','Pickles','Male',1961,'Hull','A+'),(112,'Dilys','Morgan','Female',1976,'Leeds','O+');
