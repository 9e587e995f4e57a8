INSERT INTO ReligiousOrder VALUES
('OSB','Benedictines','Benedict of Nursia',529,'Black'),('OCist','Cistercians','Robert of Molesme',1098,'White'),('OCart','Carthusians','Bruno of Cologne',1084,'White'),('OPraem','Premonstratensians','Norbert of Xanten',1120,'White'),('OFM','Franciscans','Francis of Assisi',1209,'Brown');
INSERT INTO Monastery VALUES
(1,'Clairmont Abbey','OCist','Burgundy',1115,NULL),(2,'Waldsee Abbey','OCist','Swabia',1134,1),(3,'Stonewell Abbey','OCist','Yorkshire',1132,1),(4,'Monte Alba','OSB','Lazio',612,NULL),(5,'Reichholm Abbey','OSB','Swabia',724,4),(6,'Valsainte Charterhouse','OCart','Burgundy',1190,NULL),(7,'Greyfriars Priory','OFM','Yorkshire',1239,NULL),(8,'Lower Waldsee Priory','OCist','Swabia',1201,2),(9,'Saint Maur Priory','OSB','Burgundy',910,4);
INSERT INTO Monk VALUES
(1,'Brother Anselm',1150,1168,'Scribe',1),(2,'Brother Ekkehard',1172,1190,'Scribe',2),(3,'Brother Aelred',1160,1182,'Cellarer',3),(4,'Brother Matteo',1145,1163,'Scribe',4),(5,'Brother Notker',1181,1199,'Cantor',5),(6,'Brother Hugues',1168,1195,'Prior',6),(7,'Brother Walter',1215,1240,'Almoner',7),(8,'Brother Konrad',1179,1203,'Cellarer',2),(9,'Brother Odo',1158,1176,'Abbot',1),(10,'Brother Wulfric',1177,1201,'Scribe',3),(11,'Brother Gallus',1190,1212,'Gardener',5),(12,'Brother Thierry',1155,1173,'Gardener',1),(13,'Brother Benno',1184,1206,'Scribe',5);
INSERT INTO Manuscript VALUES
(1,'Psalter of Clairmont',1,1181,212),(2,'Homilies on Luke',1,1188,164),(3,'Waldsee Bestiary',2,1205,98),(4,'Rule with Commentary',4,1179,140),(5,'Lives of the Abbots',10,1219,187),(6,'Herbal of Reichholm',13,1222,76),(7,'Great Antiphonary',5,1214,260),(8,'Chronicle of Swabia',2,1211,305),(9,'Lectionary',1,1192,221);
INSERT INTO Monastery VALUES (10,'Sankt Gallus Priory','OSB','Swabia',1083,5);
