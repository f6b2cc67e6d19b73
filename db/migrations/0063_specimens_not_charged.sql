-- What is taken off a bill because specimens on it are not charged; each is taken off once.
ALTER TABLE payment ADD COLUMN specimen_ids text[];
ALTER TABLE payment ADD CONSTRAINT payment_specimens CHECK (specimen_ids IS NULL OR kind = 'WRITE_OFF');

-- A label that a canceled order did not use goes back to its carrier by itself; when that does not succeed it is said why.
ALTER TABLE shipping_label ADD COLUMN void_asked_at timestamptz;
ALTER TABLE shipping_label ADD COLUMN void_tries integer NOT NULL DEFAULT 0;
ALTER TABLE shipping_label ADD COLUMN void_problem text;
CREATE INDEX shipment_labelled ON shipment (order_id) WHERE status = 'PRE_TRANSIT' AND label_url IS NOT NULL;
