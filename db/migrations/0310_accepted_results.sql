-- A failed sample is released only with a comment that its QC report carries (domain-lab 16).
ALTER TABLE sample_result
  ADD COLUMN accepted_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  ADD COLUMN accepted_at timestamptz,
  ADD CHECK ((accepted_at IS NULL) = (accepted_by_id IS NULL)),
  ADD CHECK (accepted_at IS NULL OR comment IS NOT NULL);

-- Adds kinds to those that the constraint lists, whichever migration changed it last.
DO $$
DECLARE
  events text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'event_type_check');
BEGIN
  ALTER TABLE event DROP CONSTRAINT event_type_check;
  EXECUTE 'ALTER TABLE event ADD CONSTRAINT event_type_check ' || replace(events, 'ARRAY[',
    'ARRAY[''SAMPLE_RESULT_ACCEPTED''::text, ''RESULTS_FIGURES_CHANGED''::text, ');
END $$;
