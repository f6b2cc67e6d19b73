-- The print log: one row per job, kept for ever.
CREATE TABLE print_job (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  printer text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('TUBE', 'PLATE_EDGE', 'BOX', 'STORAGE_PLACE')),
  labels jsonb NOT NULL,
  copies integer NOT NULL CHECK (copies BETWEEN 1 AND 20),
  reprint_reason text,
  printed_at timestamptz NOT NULL
);
CREATE INDEX print_job_created_by_id ON print_job (created_by_id);
CREATE INDEX print_job_printed_at ON print_job (entity, printed_at);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON print_job
  FOR EACH ROW EXECUTE FUNCTION append_only();
