-- The last lab day on which a raised number of devices holds; null is until an administrator changes it.
ALTER TABLE user_company ADD COLUMN devices_per_day_until date;
ALTER TABLE user_company ADD CONSTRAINT device_limit_end CHECK (devices_per_day_until IS NULL OR devices_per_day IS NOT NULL);
