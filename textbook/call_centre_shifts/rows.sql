INSERT INTO Agents VALUES
(1,'Priya Nair','Hindi',29,'2019-04-01',18.5),(2,'Marcus Bell','English',41,'2012-09-15',24),(3,'Lucia Herrera','Spanish',35,'2016-01-20',21),(4,'Dong-hyun Seo','Korean',26,'2022-06-06',16.75),
(5,'Hannah Kraus','German',33,'2018-11-12',19.25),(6,'Trevor Mills','English',52,'2009-02-02',26),(7,'Rosa Delgado','Spanish',24,'2023-03-13',16),(8,'Imran Sheikh','Hindi',38,'2015-07-27',20.5);
INSERT INTO Callers VALUES
(1,'Walter Simms','Ohio','Gold'),(2,'Janet Poole','Texas','Basic'),(3,'Luis Arroyo','Texas','Silver'),(4,'Beth Conway','Maine','Gold'),(5,'Omar Haddad','Ohio','Basic'),(6,'Kim Tanaka','Oregon','Platinum'),(7,'Sheila Grant','Florida','Silver'),(8,'Douglas Reyes','Texas','Basic'),(9,'Wilma Janssen','Maine','Basic');
INSERT INTO Calls VALUES
(1,1,1,'Billing',12,'2023-09-01','Yes'),(2,2,2,'Delivery',7,'2023-09-01','Yes'),(3,3,3,'Billing',25,'2023-09-01','No'),(4,1,4,'Technical',41,'2023-09-02','Yes'),(5,4,5,'Password',4,'2023-09-02','Yes'),
(6,2,6,'Refund',18,'2023-09-02','No'),(7,5,1,'Refund',22,'2023-09-03','Yes'),(8,3,8,'Delivery',9,'2023-09-03','Yes'),(9,6,7,'Technical',55,'2023-09-04','No'),(10,1,2,'Billing',15,'2023-09-04','Yes'),
(11,4,3,'Technical',37,'2023-09-05','No'),(12,2,1,'Password',5,'2023-09-05','Yes'),(13,5,6,'Delivery',11,'2023-09-06','Yes'),(14,3,3,'Refund',16,'2023-09-06','Yes'),(15,6,4,'Billing',13,'2023-09-07','Yes'),(16,2,8,'Billing',10,'2023-09-07','No');
INSERT INTO Call_Ratings VALUES (1,5,'very friendly'),(2,4,NULL),(3,2,'no solution'),(4,5,'patient and clear'),(6,1,'waited too long'),(7,4,NULL),(9,2,'unclear answer'),(10,4,'quick'),(11,3,NULL),(13,5,'excellent'),(15,3,NULL);
INSERT INTO Calls VALUES (17,5,1,'Technical',20,'2023-09-08','Yes');
