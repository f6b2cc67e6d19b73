-- Who takes a sample out may say when it is due back; without that it is due after 12 hours.
ALTER TABLE sample ADD COLUMN due_back_at timestamptz;
