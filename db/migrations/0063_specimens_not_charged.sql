-- What is taken off a bill because specimens on it are not charged; each is taken off once.
ALTER TABLE payment ADD COLUMN specimen_ids text[];
ALTER TABLE payment ADD CONSTRAINT payment_specimens CHECK (specimen_ids IS NULL OR kind = 'WRITE_OFF');
