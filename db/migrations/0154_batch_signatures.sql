-- A director's approval of a batch is a signature; it rides in the batch's document.
CREATE TRIGGER sync_touch_batch AFTER INSERT OR UPDATE ON signature
  FOR EACH ROW EXECUTE FUNCTION sync_touch('batch', 'target_id');
