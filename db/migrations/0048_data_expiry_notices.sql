-- Who was told that the data of an order will be deleted, and how many days before: each notice goes out once.
CREATE TABLE data_expiry_notice (
  order_id text NOT NULL REFERENCES "order" (id) ON DELETE CASCADE,
  days integer NOT NULL CHECK (days IN (60, 7)),
  expires_on date NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, days, expires_on)
);
