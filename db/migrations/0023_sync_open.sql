-- Everything that opens the work on one operation, in one round trip: waits for the order of the business entity, locks
-- the device (without a name: the one that stands for the membership's online pages), tells what the membership was
-- allowed when, takes a new revision when the operation is the next one (or has no number), and finds those of the ids
-- that have been received. Each step sees what was committed while the one before it waited. What is looked up by id is asked
-- for so that no index of the entity can serve: it would be walked from end to end.
CREATE FUNCTION sync_open(of_entity text, of_device text, of_user text, of_membership text, of_n bigint, ids text[])
RETURNS TABLE (device_id text, last_n bigint, clock_offset_ms bigint, revoked_at timestamptz, online boolean, rev bigint,
  known jsonb, role text, deactivated boolean, changes jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  locked device%ROWTYPE;
BEGIN
  PERFORM 1 FROM sync_head AS h WHERE h.entity = of_entity FOR UPDATE;
  IF of_device IS NULL THEN
    SELECT * INTO locked FROM device AS d WHERE d.user_company_id = of_membership AND d.kind = 'SERVER' FOR UPDATE;
  ELSE
    SELECT * INTO locked FROM device AS d
      WHERE d.id = of_device AND (d.entity = of_entity) IS TRUE AND d.user_company_id = of_membership FOR UPDATE;
  END IF;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  device_id := locked.id;
  last_n := locked.last_n;
  clock_offset_ms := locked.clock_offset_ms;
  revoked_at := locked.revoked_at;
  online := locked.kind = 'SERVER';
  IF of_n IS NULL OR of_n = locked.last_n + 1 THEN
    -- Operations that share a transaction have a revision each.
    PERFORM set_config('benchside.rev_' || lower(of_entity), '', true);
    rev := sync_rev(of_entity);
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'n', o.n, 'name', o.name, 'userId', o.user_id,
        'argsHash', o.args_hash, 'outcome', o.outcome, 'code', o.code, 'message', o.message, 'rootId', o.root_id,
        'rev', o.rev) ORDER BY o.rev), '[]')
      INTO known FROM operation AS o WHERE o.id = ANY (ids) AND (o.entity = of_entity) IS TRUE AND NOT o.repeated;
    SELECT m.role, m.deactivated INTO role, deactivated FROM user_company AS m
      WHERE m.id = of_membership AND m.user_id = of_user AND NOT m.deleted;
    SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.occurred_at, 'type', e.type, 'from', e.data ->> 'from')
        ORDER BY e.occurred_at), '[]')
      INTO changes FROM event AS e
      WHERE e.target_id IN (of_membership, of_user) AND e.type IN ('ROLE_CHANGED', 'USER_DEACTIVATED')
        AND (e.type = 'USER_DEACTIVATED' OR e.target_id = of_membership);
  END IF;
  RETURN NEXT;
END $$;

-- As before, but planned once for each connection and not once for each row that rides in a document: only tables that
-- come later are asked by name.
CREATE OR REPLACE FUNCTION sync_touch_rows(of_table text, ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CASE of_table
    WHEN 'sample' THEN
      UPDATE sample SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(entity);
    WHEN 'specimen' THEN
      UPDATE specimen SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(entity);
    WHEN 'storage_management' THEN
      UPDATE storage_management SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(entity);
    WHEN 'assigned_section' THEN
      UPDATE assigned_section SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(entity);
    WHEN 'batch' THEN
      UPDATE batch SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(entity);
    ELSE
      EXECUTE format('UPDATE %I SET rev = rev WHERE id = ANY ($1) AND rev IS DISTINCT FROM sync_rev(entity)', of_table)
        USING ids;
  END CASE;
END $$;

-- An event or a barcode is known by its columns: no copy of it is made as JSON.
CREATE OR REPLACE FUNCTION sync_touch_target() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text;
  ids text[] := ARRAY[NEW.target_id];
  of_table text;
BEGIN
  IF TG_TABLE_NAME = 'event' THEN
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
