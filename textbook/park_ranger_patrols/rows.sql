INSERT INTO national_park VALUES
('REDC','Red Canyon','Utah','1929',145.5,1150000),('GLAL','Glacier Alps','Montana','1910',4100.0,2900000),('CYPS','Cypress Swamp','Louisiana','1978',88.2,210000),('MISH','Misty Harbor','Maine','1919',198.6,3400000),('BLKM','Black Mesa','Utah','1964',137.0,480000),('SNPK','Snow Peak','Montana','1988',620.4,95000);
INSERT INTO ranger VALUES
(1,'Walter','Begay','Page',1998,61000),(2,'Emily','Thornton','Bangor',2010,52500),(3,'Luke','Fontenot','Houma',2015,47200),(4,'Rosa','Delgado','Moab',2006,56800),(5,'Henrik','Olsen','Kalispell',2001,59300),(6,'Joanna','Pike','Bangor',2019,43900),(7,'Marcus','Yazzie','Page',2021,41800),(8,'Clara','Weiss','Kalispell',2013,49600);
INSERT INTO trail VALUES
(1,'Arch Loop','REDC',5.4,'Easy'),(2,'Rim Trail','REDC',18.2,'Hard'),(3,'Grinnell Ridge','GLAL',17.1,'Hard'),(4,'Avalanche Creek','GLAL',9.3,'Moderate'),(5,'Bayou Boardwalk','CYPS',2.8,'Easy'),(6,'Ocean Path','MISH',7.1,'Easy'),(7,'Beehive Ladder','MISH',2.6,'Hard'),(8,'Mesa Top','BLKM',11.0,'Moderate'),(9,'Hidden Lake','GLAL',8.7,'Moderate'),(10,'Lighthouse Walk','MISH',4.0,'Easy');
INSERT INTO patrol VALUES
(1,1,1,'2023-05-02',4),(2,1,2,'2023-05-09',8),(3,4,2,'2023-05-20',9),(4,5,3,'2023-06-01',9),(5,8,3,'2023-06-03',8),(6,5,4,'2023-06-18',6),(7,2,6,'2023-06-21',3),(8,3,5,'2023-07-04',2),(9,2,7,'2023-07-10',5),(10,6,6,'2023-07-15',4),(11,4,8,'2023-07-22',6),(12,5,9,'2023-08-02',5),(13,1,8,'2023-08-14',7),(14,8,4,'2023-08-30',6);
INSERT INTO animal_sighting VALUES
(1,2,'Mule deer',6),(2,3,'Bighorn sheep',4),(3,4,'Grizzly bear',1),(4,4,'Mountain goat',7),(5,5,'Grizzly bear',2),(6,6,'Moose',1),(7,8,'Alligator',9),(8,8,'Heron',14),(9,10,'Harbor seal',11),(10,11,'Mule deer',3),(11,12,'Mountain goat',5),(12,13,'Bighorn sheep',2),(13,14,'Moose',2),(14,7,'Heron',2);
