-- A later section that was begun before the completion of the earlier one arrived is held: who began it, when, and with
-- which operation; its 72 hours count from when the server received that one.
ALTER TABLE assigned_section
  ADD COLUMN waits_for_id text REFERENCES assigned_section (id),
  ADD COLUMN waiting_since timestamptz,
  ADD COLUMN waiting_by_id text,
  ADD COLUMN waiting_operation_id text,
  ADD CONSTRAINT assigned_section_waits_whole CHECK (
    num_nulls(waits_for_id, waiting_since, waiting_by_id, waiting_operation_id) IN (0, 4)
  );
CREATE INDEX assigned_section_waiting ON assigned_section (entity) WHERE waits_for_id IS NOT NULL;
