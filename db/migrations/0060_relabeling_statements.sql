-- The submitter's written statement on which a tube was relabeled.
ALTER TABLE discrepancy ADD COLUMN statement_file_id text REFERENCES s3_file (id) DEFERRABLE INITIALLY DEFERRED;
