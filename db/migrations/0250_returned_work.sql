-- Corrected results of a returned batch, and a batch that is moved to a newer version of its procedure.
DO $$
DECLARE
  types text;
BEGIN
  SELECT string_agg(DISTINCT quote_literal(named[1]), ', ') INTO types
    FROM pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([A-Z0-9_]+)''', 'g') AS named
    WHERE c.conname = 'event_type_check' AND c.conrelid = 'event'::regclass;
  ALTER TABLE event DROP CONSTRAINT event_type_check;
  EXECUTE format('ALTER TABLE event ADD CONSTRAINT event_type_check CHECK (type IN (%s, %L, %L))', types,
    'SAMPLE_OUTPUT_CORRECTED', 'BATCH_PROCEDURE_CHANGED');
END $$;
