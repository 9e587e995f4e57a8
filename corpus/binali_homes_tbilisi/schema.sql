-- property portal: flats and houses for rent or sale; prices in US dollars (rent per month)
CREATE TABLE agencies (agency_id INTEGER PRIMARY KEY, agency_name TEXT NOT NULL, monthly_fee INTEGER NOT NULL, contract_start DATE NOT NULL, contract_end DATE);
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, agent_name TEXT NOT NULL, agency_id INTEGER REFERENCES agencies(agency_id), phone TEXT, speaks_english TEXT NOT NULL);
CREATE TABLE listings (listing_id INTEGER PRIMARY KEY, agent_id INTEGER NOT NULL REFERENCES agents(agent_id), purpose TEXT NOT NULL, property_type TEXT NOT NULL, district TEXT NOT NULL, street TEXT, area_m2 REAL NOT NULL, bedrooms INTEGER NOT NULL, floor_number INTEGER, has_balcony TEXT NOT NULL, current_price INTEGER NOT NULL, published_on DATE NOT NULL, removed_on DATE, removal_reason TEXT);
CREATE TABLE price_changes (change_id INTEGER PRIMARY KEY, listing_id INTEGER NOT NULL REFERENCES listings(listing_id), changed_on DATE NOT NULL, old_price INTEGER NOT NULL, new_price INTEGER NOT NULL);
CREATE TABLE users (user_id INTEGER PRIMARY KEY, display_name TEXT NOT NULL, email TEXT NOT NULL, country TEXT, registered_on DATE NOT NULL);
CREATE TABLE favourites (user_id INTEGER NOT NULL REFERENCES users(user_id), listing_id INTEGER NOT NULL REFERENCES listings(listing_id), saved_on DATE NOT NULL, PRIMARY KEY (user_id, listing_id));
CREATE TABLE enquiries (enquiry_id INTEGER PRIMARY KEY, listing_id INTEGER NOT NULL REFERENCES listings(listing_id), user_id INTEGER NOT NULL REFERENCES users(user_id), sent_at DATETIME NOT NULL, first_reply_at DATETIME, channel TEXT NOT NULL);
CREATE TABLE viewings (viewing_id INTEGER PRIMARY KEY, enquiry_id INTEGER NOT NULL REFERENCES enquiries(enquiry_id), scheduled_at DATETIME NOT NULL, result TEXT NOT NULL);
