-- Notes on specimens, samples and batches ride in their documents: a device reads them, and takes them, without a network.
CREATE OR REPLACE FUNCTION sync_target_tables(of_table text, kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE of_table
    WHEN 'event' THEN CASE kind
      WHEN 'Specimen' THEN ARRAY['specimen']
      WHEN 'Sample' THEN ARRAY['sample']
      WHEN 'Batch' THEN ARRAY['batch']
      WHEN 'StorageManagement' THEN ARRAY['storage_management']
      WHEN 'AssignedSection' THEN ARRAY['assigned_section']
    END
    WHEN 'note' THEN CASE kind
      WHEN 'Specimen' THEN ARRAY['specimen']
      WHEN 'Sample' THEN ARRAY['sample']
      WHEN 'Batch' THEN ARRAY['batch']
    END
    WHEN 'barcode' THEN CASE kind
      WHEN 'SAMPLE' THEN ARRAY['sample']
      WHEN 'SPECIMEN' THEN ARRAY['specimen']
      WHEN 'REQUISITION' THEN ARRAY['specimen']
      WHEN 'ORDER' THEN ARRAY['order']
      WHEN 'SHIPMENT' THEN ARRAY['order']
      WHEN 'PLATE' THEN ARRAY['storage_management', 'batch']
      WHEN 'STORAGE' THEN ARRAY['storage_management']
      WHEN 'INVENTORY_ITEM' THEN ARRAY['inventory_item']
      WHEN 'FLOW_CELL' THEN ARRAY['inventory_item']
      WHEN 'DNA_BARCODE' THEN ARRAY['inventory_item']
      WHEN 'EQUIPMENT' THEN ARRAY['equipment']
      WHEN 'USER_BADGE' THEN ARRAY['user_company']
    END
  END
$$;

CREATE OR REPLACE FUNCTION sync_touch_target() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
  ids text[] := ARRAY[NEW.target_id];
  of_table text;
BEGIN
  IF TG_TABLE_NAME IN ('event', 'note') THEN
    kind := NEW.target_type;
  ELSE
    kind := NEW.type;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    ids := ids || OLD.target_id;
  END IF;
  ids := array_remove(ids, NULL);
  IF cardinality(ids) > 0 THEN
    FOREACH of_table IN ARRAY coalesce(sync_target_tables(TG_TABLE_NAME, kind), ARRAY[]::text[]) LOOP
      PERFORM sync_touch_rows(of_table, ids);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON note
  FOR EACH ROW EXECUTE FUNCTION sync_touch_target();
