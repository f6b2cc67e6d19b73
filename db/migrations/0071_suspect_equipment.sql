-- Equipment that a failure throws doubt on is flagged until a manager has looked at it.
ALTER TABLE equipment ADD COLUMN flagged_for_review_at timestamptz;
