-- An order takes its number when it is submitted. Drafts from before keep theirs, which people may have been told.
ALTER TABLE "order" ALTER COLUMN order_number DROP NOT NULL;
-- A discarded draft is canceled and was never submitted.
ALTER TABLE "order" ADD CONSTRAINT order_numbered CHECK (
  order_number IS NOT NULL OR status = 'DRAFT' OR (status = 'CANCELED' AND submitted_at IS NULL));
-- Lists sorted by number end with the drafts, in both directions.
CREATE INDEX order_list_last_number ON "order" (entity, order_number DESC NULLS LAST) INCLUDE (id) WHERE NOT deleted;
