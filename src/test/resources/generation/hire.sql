CREATE TABLE station (station_id INTEGER PRIMARY KEY, station_name TEXT NOT NULL UNIQUE, city TEXT NOT NULL, docks INTEGER NOT NULL, has_shelter INTEGER NOT NULL, opened_on DATE NOT NULL, closed_on DATE);
CREATE TABLE hire (hire_id INTEGER PRIMARY KEY, station_id INTEGER NOT NULL REFERENCES station (station_id), customer_id INTEGER REFERENCES customer (id), started_on DATE NOT NULL, status TEXT NOT NULL, length_minutes INTEGER NOT NULL, fee_cents INTEGER NOT NULL);
INSERT INTO station VALUES (1, 'Quay West', 'Cork', 20, 1, '2019-04-01', NULL), (2, 'Old Mill', 'Cork', 12, 0, '2020-06-15', '2023-12-31'), (3, 'Harbour Gate', 'Bergen', 30, 1, '2018-05-20', NULL), (4, 'Rose Garden', 'Lyon', 8, 0, '2021-03-10', NULL);
INSERT INTO hire VALUES (1, 1, 2, '2022-05-01', 'finished', 45, 500), (2, 1, 5, '2022-05-02', 'finished', 20, 300), (3, 2, NULL, '2023-07-01', 'cancelled', 0, 0), (4, 3, 1, '2023-08-08', 'finished', 120, 1400), (5, 3, 6, '2024-01-03', 'open', 10, 100), (6, 1, 2, '2024-02-05', 'open', 15, 200);
CREATE TABLE bay (bay_id INTEGER PRIMARY KEY, bay_name TEXT NOT NULL UNIQUE, min_load INTEGER NOT NULL, max_load INTEGER NOT NULL);
INSERT INTO bay VALUES (1, 'North', 10, 40), (2, 'South', 5, 20);
CREATE TABLE ticket (ticket_id INTEGER PRIMARY KEY, supplier_name TEXT NOT NULL, state TEXT NOT NULL);
INSERT INTO ticket VALUES (1, 'Kestrel', 'urgent'), (2, 'Kestrel', 'minor');
