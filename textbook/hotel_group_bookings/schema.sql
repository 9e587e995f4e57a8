CREATE TABLE HotelGroup (
  groupID INTEGER PRIMARY KEY,
  groupName TEXT,
  headquarters TEXT,
  foundedYear INTEGER
);
CREATE TABLE Hotel (
  hotelID INTEGER PRIMARY KEY,
  groupID INTEGER,
  hotelName TEXT,
  city TEXT,
  stars INTEGER,
  numberOfRooms INTEGER,
  hasPool TEXT,
  FOREIGN KEY (groupID) REFERENCES HotelGroup(groupID)
);
CREATE TABLE Guest (
  guestID INTEGER PRIMARY KEY,
  guestName TEXT,
  nationality TEXT,
  loyaltyPoints INTEGER
);
CREATE TABLE Booking (
  bookingID INTEGER PRIMARY KEY,
  hotelID INTEGER,
  guestID INTEGER,
  roomType TEXT,
  checkIn DATE,
  nights INTEGER,
  pricePerNight REAL,
  status TEXT,
  FOREIGN KEY (hotelID) REFERENCES Hotel(hotelID),
  FOREIGN KEY (guestID) REFERENCES Guest(guestID)
);
