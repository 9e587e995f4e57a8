INSERT INTO Zone VALUES (1,'Savannah','dry',12000),(2,'Rainforest Hall','tropical',4200),(3,'Polar Bay','cold',3500),(4,'Reptile House','tropical',900),(5,'Alpine Rocks','cold',2600),(6,'Night House','temperate',700);
INSERT INTO Keeper VALUES
(1,'Olga Brandt',34,'F',36500,1),(2,'Marcus Cole',51,'M',44800,1),(3,'Ines Duarte',28,'F',31200,2),(4,'Henrik Vos',45,'M',41000,3),
(5,'Priya Nair',39,'F',39500,4),(6,'Jon Ashby',23,'M',28000,2),(7,'Wanda Kral',57,'F',47250,5),(8,'Luis Romero',31,'M',33000,1),(9,'Nils Aalto',26,'M',29500,4);
INSERT INTO Animal VALUES
(1,'Tembo','African elephant','M',5400,1994,1,'Kenya'),(2,'Asha','African elephant','F',3900,2003,1,'Germany'),(3,'Zuri','Giraffe','F',830,2012,1,'Netherlands'),
(4,'Kibo','Lion','M',190,2015,1,'Kenya'),(5,'Nala','Lion','F',128,2016,1,'Germany'),(6,'Bruno','Orangutan','M',88,2001,2,'Indonesia'),
(7,'Mango','Toco toucan','M',0.6,2019,2,'Brazil'),(8,'Frost','Polar bear','M',480,2009,3,'Germany'),(9,'Lumi','Polar bear','F',260,2013,3,'Denmark'),
(10,'Pip','King penguin','F',13.5,2018,3,'Denmark'),(11,'Rango','Komodo dragon','M',72,2010,4,'Indonesia'),(12,'Slink','Green anaconda','F',55,2014,4,'Brazil'),
(13,'Gams','Alpine ibex','M',95,2017,5,'Switzerland'),(14,'Heidi','Alpine ibex','F',48,2020,5,'Switzerland'),(15,'Coco','Orangutan','F',46,2011,2,'Indonesia');
INSERT INTO Feeding VALUES
(1,1,'hay',110),(1,2,'hay',95),(1,3,'leaves',30),(2,4,'beef',7),(2,5,'beef',5),(3,6,'fruit',6),(3,15,'fruit',4),(6,7,'fruit',0.2),
(4,8,'fish',12),(4,9,'fish',9),(4,10,'fish',1.2),(5,11,'beef',2.5),(7,13,'hay',3),(7,14,'hay',2),(2,1,'fruit',15),(8,3,'hay',8);
INSERT INTO Feeding VALUES (1,4,'bones',1.5);
