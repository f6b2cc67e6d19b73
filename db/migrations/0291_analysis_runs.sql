-- Runs of analyses, and the files that show the validation of an analysis (domain-lab 13.1, 16).
CREATE TABLE analysis_run (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  sample_result_id text NOT NULL REFERENCES sample_result (id) DEFERRABLE INITIALLY DEFERRED,
  analysis_id text NOT NULL REFERENCES analysis (id) DEFERRABLE INITIALLY DEFERRED,
  status text NOT NULL CHECK (status IN ('NOT_STARTED', 'RUNNING', 'DONE', 'FAILED')),
  attempt integer NOT NULL CHECK (attempt >= 1),
  external_id text,
  started_at timestamptz,
  ended_at timestamptz,
  message text,
  metrics jsonb NOT NULL,
  file_ids text[] NOT NULL,
  CHECK ((status IN ('DONE', 'FAILED')) = (ended_at IS NOT NULL))
);
CREATE INDEX analysis_run_sample_result_id ON analysis_run (sample_result_id);
CREATE INDEX analysis_run_analysis_id ON analysis_run (analysis_id);
CREATE TRIGGER stamp_lab BEFORE INSERT ON analysis_run FOR EACH ROW WHEN (NEW.lab IS NULL)
  EXECUTE FUNCTION stamp_lab();

ALTER TABLE sample_result ADD COLUMN analysis_status text
  CHECK (analysis_status IN ('NOT_STARTED', 'RUNNING', 'DONE', 'FAILED'));

DO $$
DECLARE
  types text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 's3_file_file_type_check');
BEGIN
  ALTER TABLE s3_file DROP CONSTRAINT s3_file_file_type_check;
  EXECUTE 'ALTER TABLE s3_file ADD CONSTRAINT s3_file_file_type_check '
    || replace(types, 'ARRAY[', 'ARRAY[''ANALYSIS_DOCUMENT''::text, ');
END $$;
