CREATE TABLE region (
  region_code TEXT PRIMARY KEY,
  region_name TEXT NOT NULL UNIQUE,
  climate TEXT NOT NULL
);
CREATE TABLE site (
  site_code TEXT PRIMARY KEY,
  site_name TEXT NOT NULL UNIQUE,
  region_code TEXT NOT NULL REFERENCES region (region_code),
  capacity_t INTEGER NOT NULL,
  opened_on DATE NOT NULL
);
CREATE TABLE advisor (
  advisor_id INTEGER PRIMARY KEY,
  advisor_name TEXT NOT NULL UNIQUE,
  region_code TEXT NOT NULL REFERENCES region (region_code),
  hired_on DATE NOT NULL,
  phone TEXT NOT NULL
);
CREATE TABLE grower (
  grower_id INTEGER PRIMARY KEY,
  farm_name TEXT NOT NULL UNIQUE,
  legal_form TEXT NOT NULL,
  region_code TEXT NOT NULL REFERENCES region (region_code),
  founded_year INTEGER,
  email TEXT,
  joined_on DATE NOT NULL,
  left_on DATE
);
CREATE TABLE plot (
  plot_id INTEGER PRIMARY KEY,
  grower_id INTEGER NOT NULL REFERENCES grower (grower_id),
  area_ha REAL NOT NULL,
  soil_type TEXT NOT NULL,
  irrigated TEXT NOT NULL,
  elevation_m INTEGER NOT NULL
);
CREATE TABLE crop (
  crop_code TEXT PRIMARY KEY,
  crop_name TEXT NOT NULL UNIQUE,
  crop_group TEXT NOT NULL
);
CREATE TABLE planting (
  planting_id INTEGER PRIMARY KEY,
  plot_id INTEGER NOT NULL REFERENCES plot (plot_id),
  crop_code TEXT NOT NULL REFERENCES crop (crop_code),
  sown_on DATE NOT NULL,
  harvested_on DATE,
  yield_t REAL
);
CREATE TABLE delivery (
  delivery_id INTEGER PRIMARY KEY,
  grower_id INTEGER NOT NULL REFERENCES grower (grower_id),
  site_code TEXT NOT NULL REFERENCES site (site_code),
  crop_code TEXT NOT NULL REFERENCES crop (crop_code),
  delivered_at TIMESTAMP NOT NULL,
  weight_t REAL NOT NULL,
  moisture_pct REAL,
  amount_eur REAL NOT NULL
);
CREATE TABLE product (
  product_code TEXT PRIMARY KEY,
  product_name TEXT NOT NULL UNIQUE,
  category TEXT NOT NULL,
  unit TEXT NOT NULL,
  list_price_eur REAL NOT NULL
);
CREATE TABLE purchase (
  purchase_id INTEGER PRIMARY KEY,
  grower_id INTEGER NOT NULL REFERENCES grower (grower_id),
  site_code TEXT NOT NULL REFERENCES site (site_code),
  product_code TEXT NOT NULL REFERENCES product (product_code),
  purchased_at TIMESTAMP NOT NULL,
  quantity INTEGER NOT NULL,
  amount_eur REAL NOT NULL
);
CREATE TABLE application (
  application_id INTEGER PRIMARY KEY,
  plot_id INTEGER NOT NULL REFERENCES plot (plot_id),
  product_code TEXT NOT NULL REFERENCES product (product_code),
  applied_at TIMESTAMP NOT NULL,
  dose REAL NOT NULL,
  dose_unit TEXT NOT NULL
);
CREATE TABLE lab_test (
  test_code TEXT PRIMARY KEY,
  test_name TEXT NOT NULL UNIQUE,
  sample_kind TEXT NOT NULL,
  unit TEXT NOT NULL,
  low_limit REAL,
  high_limit REAL
);
CREATE TABLE measurement (
  measurement_id INTEGER PRIMARY KEY,
  plot_id INTEGER NOT NULL REFERENCES plot (plot_id),
  test_code TEXT NOT NULL REFERENCES lab_test (test_code),
  measured_at TIMESTAMP NOT NULL,
  value REAL
);
CREATE TABLE topic (
  topic_code TEXT PRIMARY KEY,
  topic_name TEXT NOT NULL UNIQUE
);
CREATE TABLE visit (
  visit_id INTEGER PRIMARY KEY,
  grower_id INTEGER NOT NULL REFERENCES grower (grower_id),
  advisor_id INTEGER NOT NULL REFERENCES advisor (advisor_id),
  topic_code TEXT NOT NULL REFERENCES topic (topic_code),
  visited_at TIMESTAMP NOT NULL,
  duration_min INTEGER NOT NULL
);
CREATE TABLE certificate (
  certificate_code TEXT PRIMARY KEY,
  certificate_name TEXT NOT NULL UNIQUE
);
CREATE TABLE grower_certificate (
  grower_id INTEGER NOT NULL REFERENCES grower (grower_id),
  certificate_code TEXT NOT NULL REFERENCES certificate (certificate_code),
  issued_on DATE NOT NULL,
  expires_on DATE,
  PRIMARY KEY (grower_id, certificate_code)
);
