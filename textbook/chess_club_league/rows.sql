INSERT INTO team VALUES ('WOO','Woodpushers','Leeds',1),('KNF','Knight Fork','Hull',1),('PAS','Passed Pawns','York',1),('ENP','En Passant','Leeds',2),('ZUG','Zugzwang United','Sheffield',2),('FIA','Fianchetto','Whitby',2);
INSERT INTO chess_player VALUES
(1,'Viktor Halasz','WOO','Hungary','GM',2541,47,NULL),
(2,'Priya Raman','WOO','India','WIM',2290,24,1),
(3,'George Tillet','WOO','England','None',2015,61,NULL),
(4,'Stefan Brandl','KNF','Austria','IM',2433,38,NULL),
(5,'Molly Harker','KNF','England','None',1890,17,4),
(6,'Edward Crane','KNF','England','FM',2310,29,4),
(7,'Arjun Pillai','PAS','India','IM',2467,31,1),
(8,'Ruth Denby','PAS','England','None',1764,55,3),
(9,'Jakub Zeman','PAS','Czechia','FM',2345,42,NULL),
(10,'Liam Foster','ENP','England','None',1702,15,6),
(11,'Katalin Nemeth','ENP','Hungary','WGM',2388,35,1),
(12,'Owen Price','ZUG','Wales','None',1998,26,9),
(13,'Dilys Evans','ZUG','Wales','None',1825,68,NULL),
(14,'Tomas Zeman','ZUG','Czechia','FM',2302,19,9);
INSERT INTO game VALUES
(1,1,4,'Ruy Lopez',58,'draw',1),(2,2,6,'Sicilian Defence',34,'white',1),(3,3,5,'Italian Game',27,'black',1),
(4,7,1,'Queens Gambit',41,'black',2),(5,9,2,'Sicilian Defence',62,'draw',2),(6,8,3,'London System',49,'white',2),
(7,4,7,'Catalan',73,'white',3),(8,6,9,'Sicilian Defence',22,'white',3),(9,5,8,'Italian Game',38,'draw',3),
(10,11,12,'Caro-Kann',30,'white',1),(11,10,13,'Italian Game',19,'black',1),(12,14,11,'Sicilian Defence',55,'draw',2),(13,12,10,'London System',25,'white',2),(14,1,9,'Ruy Lopez',36,'white',4);
