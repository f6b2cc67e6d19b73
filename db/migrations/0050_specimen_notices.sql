-- Events of specimens that customers have been written about; each is told once, whichever process is first.
CREATE TABLE specimen_notice (
  event_id text PRIMARY KEY REFERENCES event (id),
  told_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO specimen_notice (event_id)
  SELECT id FROM event
   WHERE type IN ('SPECIMEN_ACTION_REQUIRED', 'SPECIMEN_DISCREPANCY', 'SPECIMEN_STATUS_CHANGED')
     AND target_type = 'Specimen';

-- What was ordered again from a specimen.
CREATE INDEX specimen_source_specimen_id ON specimen (source_specimen_id) WHERE source_specimen_id IS NOT NULL;
-- The list of specimens, newest first, and those that wait for somebody.
CREATE INDEX specimen_entity_created_at ON specimen (entity, created_at);
