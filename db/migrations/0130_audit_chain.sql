-- Tables that only grow are not emptied either; the application's role lacks the right, its owner meets this trigger.
DO $$
DECLARE
  only_grows regclass;
BEGIN
  FOR only_grows IN SELECT tgrelid::regclass FROM pg_trigger WHERE tgfoid = 'append_only'::regproc LOOP
    EXECUTE format('CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %s
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', only_grows);
  END LOOP;
END $$;

-- When the server wrote a row, whatever time a device gave it: the day of the hash chain. Rows from before count as today's.
ALTER TABLE event ADD COLUMN written_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE audit_log ADD COLUMN written_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX event_written_at ON event USING brin (written_at);
CREATE INDEX audit_log_written_at ON audit_log USING brin (written_at);

-- One hash a day (UTC) and table over its rows of that day and the hash of the day before.
CREATE TABLE audit_chain (
  table_name text NOT NULL CHECK (table_name IN ('audit_log', 'event')),
  day date NOT NULL,
  -- What the hash covers: later migrations may add columns.
  columns text[] NOT NULL,
  row_count bigint NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (table_name, day)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_chain FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION append_only();
