-- An approver lets specimens that have not begun a changed stage follow the new version of their flow.
ALTER TABLE flow ADD COLUMN takes_queued_specimens boolean NOT NULL DEFAULT false;
-- Every document is sent again, because devices check each field.
UPDATE flow SET version = version + 1;
