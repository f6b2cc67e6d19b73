-- Whether a device carries a specimen or an assigned section also depends on its samples or its batch
-- (sync-server/sync/carried.ts): when those enter or leave, the other is sent again. A change of status alone never
-- ends a stay, because what was just changed is carried for 60 days more; deletion and a return after a long rest do.
CREATE TRIGGER sync_scope_new AFTER INSERT ON sample
  FOR EACH ROW EXECUTE FUNCTION sync_touch('specimen', 'specimen_id');
CREATE TRIGGER sync_scope AFTER UPDATE ON sample
  FOR EACH ROW WHEN (OLD.deleted <> NEW.deleted OR OLD.specimen_id IS DISTINCT FROM NEW.specimen_id
    OR OLD.updated_at < NEW.updated_at - interval '30 days')
  EXECUTE FUNCTION sync_touch('specimen', 'specimen_id');
CREATE TRIGGER sync_scope AFTER UPDATE ON batch
  FOR EACH ROW WHEN (OLD.deleted <> NEW.deleted OR OLD.updated_at < NEW.updated_at - interval '30 days')
  EXECUTE FUNCTION sync_touch_children('assigned_section', 'batch_id');

CREATE INDEX event_changes_of_rights ON event (target_id, occurred_at) WHERE type IN ('ROLE_CHANGED', 'USER_DEACTIVATED');
