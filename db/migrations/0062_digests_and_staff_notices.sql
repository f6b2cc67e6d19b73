-- Up to when a person has been told of progress in a business unit: a summary goes out once, and the next one begins there.
CREATE TABLE status_digest (
  user_id text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  told_until timestamptz NOT NULL,
  PRIMARY KEY (user_id, entity)
);
-- Who was there before is not told of what happened before.
INSERT INTO status_digest (user_id, entity, told_until)
  SELECT DISTINCT user_id, entity, now() FROM user_company;

-- Summaries that have been written for everybody, so that nobody is looked at again until the next are due.
CREATE TABLE status_digest_run (
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  frequency text NOT NULL CHECK (frequency IN ('DAILY', 'WEEKLY', 'MONTHLY')),
  due_at timestamptz NOT NULL,
  done_at timestamptz NOT NULL,
  PRIMARY KEY (entity, frequency, due_at)
);

-- Events that staff have been written to about; each is told once, whichever process is first.
CREATE TABLE staff_notice (
  event_id text PRIMARY KEY REFERENCES event (id),
  told_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO staff_notice (event_id)
  SELECT id FROM event WHERE type IN ('STOCK_LOW', 'SYNC_CONFLICT', 'CERTIFICATION_DUE', 'RUN_ENDED');
INSERT INTO specimen_notice (event_id)
  SELECT id FROM event WHERE type = 'RESULTS_RELEASED' AND target_type = 'Specimen'
  ON CONFLICT DO NOTHING;

CREATE INDEX event_told_to_staff ON event (entity, type, created_at)
  WHERE type IN ('STOCK_LOW', 'SYNC_CONFLICT', 'CERTIFICATION_DUE', 'RUN_ENDED');
CREATE INDEX order_created_by_user_id ON "order" (created_by_user_id);
