CREATE TABLE network (
  networkId INTEGER PRIMARY KEY,
  networkName TEXT,
  headquarters TEXT,
  foundedYear INTEGER
);
CREATE TABLE podcast (
  podcastId INTEGER PRIMARY KEY,
  title TEXT,
  genre TEXT,
  language TEXT,
  startYear INTEGER,
  networkId INTEGER,
  FOREIGN KEY (networkId) REFERENCES network(networkId)
);
CREATE TABLE host (
  hostId INTEGER PRIMARY KEY,
  firstName TEXT,
  lastName TEXT,
  formerJob TEXT,
  age INTEGER
);
CREATE TABLE podcastHost (
  podcastId INTEGER,
  hostId INTEGER,
  PRIMARY KEY (podcastId, hostId),
  FOREIGN KEY (podcastId) REFERENCES podcast(podcastId),
  FOREIGN KEY (hostId) REFERENCES host(hostId)
);
CREATE TABLE episode (
  episodeId INTEGER PRIMARY KEY,
  podcastId INTEGER,
  title TEXT,
  releaseDate DATE,
  minutes INTEGER,
  downloads INTEGER,
  FOREIGN KEY (podcastId) REFERENCES podcast(podcastId)
);
CREATE TABLE sponsor (
  sponsorId INTEGER PRIMARY KEY,
  sponsorName TEXT,
  industry TEXT
);
CREATE TABLE advertisement (
  adId INTEGER PRIMARY KEY,
  episodeId INTEGER,
  sponsorId INTEGER,
  price REAL,
  FOREIGN KEY (episodeId) REFERENCES episode(episodeId),
  FOREIGN KEY (sponsorId) REFERENCES sponsor(sponsorId)
);
