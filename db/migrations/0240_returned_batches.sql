-- A director returns a completed batch with a reason; the answer requests approval a second time.
ALTER TABLE batch ADD COLUMN director_return_reason text;
ALTER TABLE batch ADD COLUMN director_return_answer text;
-- Every document is sent again, because devices check each field.
UPDATE batch SET version = version + 1;

-- The event types are added to whatever the list is by now.
DO $$
DECLARE
  types text;
BEGIN
  SELECT string_agg(DISTINCT quote_literal(named[1]), ', ') INTO types
    FROM pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([A-Z0-9_]+)''', 'g') AS named
    WHERE c.conname = 'event_type_check' AND c.conrelid = 'event'::regclass;
  ALTER TABLE event DROP CONSTRAINT event_type_check;
  EXECUTE format('ALTER TABLE event ADD CONSTRAINT event_type_check CHECK (type IN (%s, %L, %L, %L))', types,
    'BATCH_DIRECTOR_RETURNED', 'BATCH_APPROVAL_REQUESTED', 'BATCH_APPROVAL_WITHDRAWN');
  SELECT string_agg(DISTINCT quote_literal(named[1]), ', ') INTO types
    FROM pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([A-Z0-9_]+)''', 'g') AS named
    WHERE c.conname = 'email_kind_check' AND c.conrelid = 'email'::regclass;
  ALTER TABLE email DROP CONSTRAINT email_kind_check;
  EXECUTE format('ALTER TABLE email ADD CONSTRAINT email_kind_check CHECK (kind IN (%s, %L))', types, 'BATCH_RETURNED');
END $$;

DROP INDEX event_told_to_staff;
CREATE INDEX event_told_to_staff ON event (entity, type, created_at)
  WHERE type IN ('STOCK_LOW', 'SYNC_CONFLICT', 'CERTIFICATION_DUE', 'RUN_ENDED', 'BATCH_DIRECTOR_RETURNED');
