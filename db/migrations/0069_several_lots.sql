-- A field that is recorded once for the batch takes several lots: a row for each. A lot that was listed by mistake is
-- taken off by a row of its own, so that the history stays.
ALTER TABLE field_value ADD COLUMN removed boolean NOT NULL DEFAULT false;
