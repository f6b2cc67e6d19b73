-- The logs are read by time, person and kind: their pages and periods come from an index.
CREATE INDEX event_occurred_at ON event (entity, occurred_at, id);
CREATE INDEX event_type ON event (entity, type, occurred_at);
CREATE INDEX event_user_id ON event (user_id, occurred_at);
CREATE INDEX event_customer_visible ON event (entity, occurred_at, id) WHERE customer_visible;
CREATE INDEX access_log_occurred_at ON access_log (entity, occurred_at, id);
CREATE INDEX access_log_action ON access_log (entity, action, occurred_at);
CREATE INDEX audit_log_occurred_at ON audit_log (entity, occurred_at, id);
CREATE INDEX audit_log_table_name ON audit_log (entity, table_name, occurred_at);
CREATE INDEX audit_log_user_id ON audit_log (user_id, occurred_at);

-- What is stored as a file; the bytes are in the store under `key`.
CREATE TABLE s3_file (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  title text NOT NULL,
  size integer NOT NULL,
  type text NOT NULL,
  file_type text NOT NULL CHECK (file_type IN (
    'IMAGE', 'INVOICE', 'QC_REPORT', 'LAB_DOCUMENT', 'COMPANY_DOCUMENT', 'ORDER_DOCUMENT', 'SAMPLE_DOCUMENT',
    'SPECIMEN_DOCUMENT', 'EQUIPMENT_DOCUMENT', 'UPLOADED_DOCUMENT', 'PROJECT_DOCUMENT', 'STUDY_DOCUMENT',
    'LICENSE_DOCUMENT')),
  sub_type text CHECK (sub_type IN (
    'RAW_DATA', 'REPORT', 'QC_REPORT', 'SEQUENCING_QC_REPORT', 'SUMMARY_REPORT', 'CLINICAL_REPORT',
    'UNALIGNED_BAM', 'ALIGNED_BAM', 'POD5', 'METHYLATION', 'LAB_RESULTS', 'PURCHASE_ORDER', 'ATTACHMENT',
    'MANIFEST', 'CREDENTIALS')),
  bucket text NOT NULL,
  key text NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'STORED', 'DELETED')),
  sha256 text,
  target_type text,
  target_id text,
  customer_visible boolean NOT NULL,
  uploaded_by_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  download_count integer NOT NULL
);
CREATE UNIQUE INDEX s3_file_key ON s3_file (key);
CREATE INDEX s3_file_target_id ON s3_file (target_id);
CREATE INDEX s3_file_uploaded_by_id ON s3_file (uploaded_by_id);
ALTER TABLE "user" ADD CONSTRAINT user_image_fkey FOREIGN KEY (image) REFERENCES s3_file (id)
  DEFERRABLE INITIALLY DEFERRED;
