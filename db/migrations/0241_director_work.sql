-- What waits for a director is a small part of what is stored: each group is read by an index of its own.
CREATE INDEX batch_waits_for_director ON batch (procedure_id, completed_at)
  WHERE status = 'COMPLETED' AND director_approved IS NULL AND NOT deleted;
CREATE INDEX batch_control_failed ON batch_control (batch_id)
  WHERE passed = false AND accepted_reason IS NULL AND NOT deleted;
CREATE INDEX sample_flagged_for_review ON sample (lab, failed_at) WHERE flagged_for_review AND NOT deleted;
CREATE INDEX inventory_item_quarantined ON inventory_item (lab) WHERE quarantined AND NOT deleted;
CREATE INDEX assigned_section_deviation ON assigned_section (lab, updated_at)
  WHERE deviation_note IS NOT NULL AND NOT deleted;
