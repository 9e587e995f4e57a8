CREATE TABLE publisher (
  publisherId INTEGER PRIMARY KEY,
  publisherName TEXT,
  state TEXT,
  revSharePct INTEGER
);
CREATE TABLE podcastShow (
  showId INTEGER PRIMARY KEY,
  publisherId INTEGER REFERENCES publisher(publisherId),
  showTitle TEXT,
  genre TEXT,
  explicitContent TEXT,
  launchedOn INTEGER,
  endedOn INTEGER
);
CREATE TABLE episode (
  episodeId INTEGER PRIMARY KEY,
  showId INTEGER REFERENCES podcastShow(showId),
  episodeTitle TEXT,
  releasedOn INTEGER,
  lengthSec INTEGER
);
CREATE TABLE advertiser (
  advertiserId INTEGER PRIMARY KEY,
  brandName TEXT,
  industry TEXT,
  parentAdvertiserId INTEGER REFERENCES advertiser(advertiserId),
  prepaid TEXT
);
CREATE TABLE accountManager (
  managerId INTEGER PRIMARY KEY,
  managerName TEXT,
  office TEXT
);
CREATE TABLE campaign (
  campaignId INTEGER PRIMARY KEY,
  advertiserId INTEGER REFERENCES advertiser(advertiserId),
  managerId INTEGER REFERENCES accountManager(managerId),
  campaignName TEXT,
  startsOn INTEGER,
  endsOn INTEGER,
  budgetAud NUMERIC,
  campaignState TEXT
);
CREATE TABLE adSlot (
  slotId INTEGER PRIMARY KEY,
  campaignId INTEGER REFERENCES campaign(campaignId),
  episodeId INTEGER REFERENCES episode(episodeId),
  slotPosition TEXT,
  hostRead TEXT,
  cpmAud NUMERIC,
  makeGood TEXT
);
CREATE TABLE dailyDownload (
  episodeId INTEGER REFERENCES episode(episodeId),
  downloadDay INTEGER,
  appName TEXT,
  downloads INTEGER,
  PRIMARY KEY (episodeId, downloadDay, appName)
);
