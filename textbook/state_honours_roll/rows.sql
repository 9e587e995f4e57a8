INSERT INTO Honour VALUES
(1,'Grand Cross of the Crown',1,'1814','Crimson'),(2,'Order of the Lion',2,'1856','Blue'),(3,'Medal for Bravery',5,'1901','Green'),(4,'Order of Arts and Letters',3,'1957','Violet'),(5,'Public Service Medal',4,'1975','Blue'),(6,'Jubilee Medal',6,'2002','White');
INSERT INTO Recipient VALUES
(1,'Beatrice Langley','Surgeon','Canadian','1948'),(2,'Omar Haddou','Novelist','Moroccan','1955'),(3,'Stefan Brandt','Firefighter','German','1979'),(4,'Lucia Ferrante','Painter','Italian','1932'),(5,'William Oakes','Diplomat','Canadian','1941'),(6,'Anneke Visser','Engineer','Dutch','1962'),(7,'Patrick Doyle','Lifeguard','Irish','1990'),(8,'Hiroshi Sato','Composer','Japanese','1938'),(9,'Marie Tremblay','Teacher','Canadian','1951'),(10,'Giulia Neri','Novelist','Italian','1966'),(11,'Sean Brophy','Firefighter','Irish','1985');
INSERT INTO Award VALUES
(1,5,'1999','Peace negotiations'),(2,1,'1996','Heart surgery'),(5,1,'1988','Rural hospitals'),(4,2,'2004','Literature'),(3,3,'2010','Rescue from fire'),(4,4,'1978','Painting'),(2,4,'1990','Painting'),(2,6,'2015','Flood barriers'),(3,7,'2016','Rescue at sea'),(4,8,'1985','Music'),(5,9,'2001','Education'),(4,10,'2012','Literature'),(5,5,'1984','Peace negotiations'),(3,1,'1971','Rescue at sea'),(2,8,'2004','Music'),(5,6,'2008','Flood barriers');
INSERT INTO Award VALUES (5,4,'1983','Painting');
INSERT INTO Award VALUES (1,1,'2006','Heart surgery');
