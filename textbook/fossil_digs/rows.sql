INSERT INTO dig_site VALUES
(1,'Red Gully','United States','sandstone',1962,14.5),
(2,'Bone Ridge','United States','mudstone',1987,40.0),
(3,'Flaming Hollow','Mongolia','sandstone',1991,120.3),
(4,'Messel Quarry','Germany','shale',1955,42.0),
(5,'Solen Pit','Germany','limestone',1970,8.2),
(6,'Cold Creek','Canada','shale',1999,22.7),
(7,'Valley of Shells','Morocco','limestone',2004,65.0),
(8,'Ghost Mesa','Argentina','mudstone',2011,95.5);
INSERT INTO paleontologist VALUES
(1,'Clara Whitfield','American',1951,'Denver Museum of Earth'),
(2,'Batu Erdene','Mongolian',1966,'Gobi Institute'),
(3,'Jürgen Falk','German',1948,'Senck Institute'),
(4,'Anika Roth','German',1979,'Senck Institute'),
(5,'Pierre Landry','Canadian',1970,'Alberta Geology Centre'),
(6,'Samira Idrissi','Moroccan',1983,'University of Fez'),
(7,'Lucas Peralta','Argentine',1975,'Gobi Institute'),
(8,'Helen Ostrom','American',1988,'Denver Museum of Earth'),
(9,'Tom Barrow','Canadian',1990,'Alberta Geology Centre');
INSERT INTO fossil VALUES
(101,'Allosaurus fragilis','Jurassic',850.0,1968,'no',1,1),
(102,'Stegosaurus stenops','Jurassic',640.0,1992,'yes',2,1),
(103,'Velociraptor mongoliensis','Cretaceous',180.0,1995,'yes',3,2),
(104,'Protoceratops andrewsi','Cretaceous',175.5,1995,'no',3,2),
(105,'Darwinius masillae','Paleogene',58.0,1983,'yes',4,3),
(106,'Archaeopteryx lithographica','Jurassic',50.0,1974,'yes',5,3),
(107,'Anomalocaris canadensis','Cambrian',38.0,2001,'no',6,5),
(108,'Opabinia regalis','Cambrian',7.0,2006,'yes',6,5),
(109,'Spinosaurus aegyptiacus','Cretaceous',1250.0,2009,'no',7,6),
(110,'Giganotosaurus carolinii','Cretaceous',1230.0,2014,'no',8,7),
(111,'Oviraptor philoceratops','Cretaceous',160.0,2003,'yes',3,7),
(112,'Allosaurus fragilis','Jurassic',790.0,2015,'yes',2,8),
(113,'Compsognathus longipes','Jurassic',89.0,2008,'yes',5,4),
(114,'Psittacosaurus mongoliensis','Cretaceous',200.0,2017,'no',3,4);
INSERT INTO site_team VALUES
(1,1,'leader',1966),(2,1,'leader',1988),(2,8,'preparator',2012),(3,2,'leader',1991),(3,7,'surveyor',2002),
(3,4,'preparator',2016),(4,3,'leader',1979),(5,3,'leader',1971),(5,4,'surveyor',2005),(6,5,'leader',1999),
(7,6,'leader',2005),(8,7,'leader',2011),(8,6,'surveyor',2013),(2,5,'surveyor',1997);
INSERT INTO paleontologist VALUES (10,'Ina Weber','German',1993,'Senck Institute');
