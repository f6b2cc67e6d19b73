-- The storage plate that holds what came out of a batch, in the same wells.
ALTER TABLE batch ADD COLUMN output_plate_id text REFERENCES storage_management (id);
