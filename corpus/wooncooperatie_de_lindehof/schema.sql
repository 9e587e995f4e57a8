CREATE TABLE complex (complex_id INTEGER PRIMARY KEY, naam TEXT NOT NULL, straat TEXT, plaats TEXT, bouwjaar INTEGER, lift TEXT);
CREATE TABLE woning (woning_id INTEGER PRIMARY KEY, complex_id INTEGER NOT NULL REFERENCES complex(complex_id), huisnummer TEXT, kamers INTEGER, oppervlakte_m2 REAL, energielabel TEXT, kale_huur NUMERIC, servicekosten NUMERIC);
CREATE TABLE lid (lid_id INTEGER PRIMARY KEY, voornaam TEXT, achternaam TEXT, geboortedatum DATE, lid_sinds DATE, opgezegd_op DATE, telefoon TEXT, bestuurslid TEXT);
CREATE TABLE huurcontract (contract_id INTEGER PRIMARY KEY, woning_id INTEGER REFERENCES woning(woning_id), hoofdhuurder_id INTEGER REFERENCES lid(lid_id), medehuurder_id INTEGER REFERENCES lid(lid_id), ingangsdatum DATE, einddatum DATE, borg NUMERIC, huurtoeslag TEXT);
CREATE TABLE betaling (betaling_id INTEGER PRIMARY KEY, contract_id INTEGER REFERENCES huurcontract(contract_id), maand TEXT, bedrag NUMERIC, ontvangen_op DATE);
CREATE TABLE aannemer (aannemer_id INTEGER PRIMARY KEY, bedrijfsnaam TEXT, vakgebied TEXT, uurtarief NUMERIC, voorkeur TEXT);
CREATE TABLE reparatie (reparatie_id INTEGER PRIMARY KEY, woning_id INTEGER REFERENCES woning(woning_id), melder_id INTEGER REFERENCES lid(lid_id), aannemer_id INTEGER REFERENCES aannemer(aannemer_id), omschrijving TEXT, soort TEXT, gemeld_op DATE, gereed_op DATE, kosten NUMERIC, spoed TEXT);
