CREATE TABLE orvos (orvoskod TEXT PRIMARY KEY, orvosnev TEXT NOT NULL, szakterulet TEXT NOT NULL, nyugdijbavonult INTEGER);
CREATE TABLE vendeg (vendegid INTEGER PRIMARY KEY, vendegnev TEXT NOT NULL, nem TEXT NOT NULL, szuletett INTEGER, telepules TEXT, orszag TEXT NOT NULL, hirlevel INTEGER NOT NULL);
CREATE TABLE kezeles (kezeleskod TEXT PRIMARY KEY, kezelesnev TEXT NOT NULL, perc INTEGER NOT NULL, listaar INTEGER NOT NULL, beutalokell INTEGER NOT NULL, megszunt INTEGER);
CREATE TABLE terapeuta (terapeutaid INTEGER PRIMARY KEY, terapeutanev TEXT NOT NULL, fonokid INTEGER REFERENCES terapeuta(terapeutaid), belepett INTEGER NOT NULL, kilepett INTEGER);
CREATE TABLE helyiseg (helyisegid INTEGER PRIMARY KEY, helyisegnev TEXT NOT NULL, emelet INTEGER NOT NULL, akadalymentes INTEGER NOT NULL);
CREATE TABLE beutalo (beutaloszam INTEGER PRIMARY KEY, vendegid INTEGER NOT NULL, orvoskod TEXT NOT NULL, kelt INTEGER NOT NULL, panasz TEXT NOT NULL, alkalom INTEGER NOT NULL);
CREATE TABLE allapot (allapotkod TEXT PRIMARY KEY, allapotnev TEXT NOT NULL);
CREATE TABLE idopont (idopontid INTEGER PRIMARY KEY, vendegid INTEGER NOT NULL, kezeleskod TEXT NOT NULL, terapeutaid INTEGER, helyisegid INTEGER, beutaloszam INTEGER, nap INTEGER NOT NULL, ora INTEGER NOT NULL, allapotkod TEXT NOT NULL, fizetett INTEGER, FOREIGN KEY (kezeleskod) REFERENCES kezeles(kezeleskod), FOREIGN KEY (allapotkod) REFERENCES allapot(allapotkod));
CREATE TABLE velemeny (velemenyid INTEGER PRIMARY KEY, idopontid INTEGER NOT NULL REFERENCES idopont(idopontid), csillag INTEGER NOT NULL, szoveg TEXT);
