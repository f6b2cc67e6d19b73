-- Data files are larger than an integer counts; what has arrived is looked through before anybody may have it.
ALTER TABLE s3_file ALTER COLUMN size TYPE bigint;
ALTER TABLE s3_file ADD COLUMN part_size integer;
ALTER TABLE s3_file ADD COLUMN scan_status text NOT NULL DEFAULT 'WAITING'
  CHECK (scan_status IN ('WAITING', 'CLEAN', 'QUARANTINED'));
ALTER TABLE s3_file ADD COLUMN scan_finding text;
ALTER TABLE s3_file ADD COLUMN supersedes_id text REFERENCES s3_file (id) DEFERRABLE INITIALLY DEFERRED;
-- Pictures of people are read as pictures when they arrive.
UPDATE s3_file SET scan_status = 'CLEAN' WHERE file_type = 'IMAGE';
CREATE INDEX s3_file_supersedes_id ON s3_file (supersedes_id) WHERE supersedes_id IS NOT NULL;
CREATE INDEX s3_file_waiting ON s3_file (created_at) WHERE status = 'STORED' AND scan_status = 'WAITING' AND NOT deleted;
CREATE INDEX s3_file_pending ON s3_file (updated_at) WHERE status = 'PENDING';
