INSERT INTO Town VALUES
(1,'Alderwick','Marlshire',48200,65),(2,'Brenholm','Upper Vale',12750,310),(3,'Castelroc','Marlshire',91400,22),(4,'Dunmere','Coastland',33100,5),(5,'Eskford','Upper Vale',8900,412),(6,'Fallowmont','Coastland',27600,14),(7,'Glenhart','Upper Vale',19300,268),(8,'Hythestead','Marlshire',15800,71);
INSERT INTO Mayor VALUES
(1,'Agnes Thorne',1,'Rose Party',1992,2000),(2,'Basil Crane',1,'Oak Party',2000,2011),(3,'Corinne Valette',1,'Rose Party',2011,2019),(4,'Duncan Pell',2,'Oak Party',1998,2006),(5,'Elspeth Moore',3,'Independent',2003,2015),(6,'Frederic Aubin',3,'Rose Party',1995,2003),(7,'Gerda Pohl',4,'Oak Party',2007,2016),(8,'Hugh Lister',6,'Independent',2001,2005),(9,'Irene Maddox',6,'Oak Party',2005,2017),(10,'Jack Thorne',7,'Rose Party',1999,2012),(11,'Kitty Orme',2,'Rose Party',2006,2018);
INSERT INTO Twinning VALUES
(1,1,3,1957,'Shared history'),(2,1,4,1972,'Trade'),(3,2,5,1988,'Winter sports'),(4,3,6,1964,'Trade'),(5,3,4,1999,'School exchange'),(6,7,1,2003,'School exchange'),(7,2,6,1981,'Shared history'),(8,4,7,2010,'Trade'),(9,3,2,2014,'Music festival');
