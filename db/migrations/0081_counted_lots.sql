-- A lot whose book went below zero is counted (domain 5.11, case 25): what was drawn before that is in the count.
ALTER TABLE inventory_item
  ADD COLUMN counted_at timestamptz,
  ADD COLUMN counted_by_id text;
