-- The earliest moment at which a device's next operation can have been done: its enrolment, its earlier operations and its
-- last contact with nothing waiting. What claims to be earlier is moved by `clock_shift_ms`, so that the work of a clock
-- that was set back keeps its order and its pauses.
ALTER TABLE device ADD COLUMN not_before timestamptz, ADD COLUMN clock_shift_ms bigint NOT NULL DEFAULT 0,
  -- The device of the same membership whose unsent work this one goes on with.
  ADD COLUMN replaces_id text REFERENCES device (id);
UPDATE device d SET not_before = greatest(d.created_at,
  (SELECT o.occurred_at FROM operation o WHERE o.device_id = d.id AND o.n = d.last_n)) WHERE kind = 'HANDHELD';

-- As before (0033), with the bound.
DROP FUNCTION sync_open(text, text, text, text, bigint, text[]);
CREATE FUNCTION sync_open(of_entity text, of_device text, of_user text, of_membership text, of_n bigint, ids text[])
RETURNS TABLE (device_id text, last_n bigint, clock_offset_ms bigint, not_before timestamptz, clock_shift_ms bigint,
  revoked_at timestamptz, online boolean, rev bigint, known jsonb, role text, deactivated boolean, changes jsonb)
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
  not_before := locked.not_before;
  clock_shift_ms := locked.clock_shift_ms;
  IF locked.revoked THEN
    revoked_at := device_revoked_at(locked);
  END IF;
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
      WHERE e.target_id IN (of_membership, of_user) AND e.type IN ('ROLE_CHANGED', 'USER_DEACTIVATED', 'USER_REACTIVATED')
        AND (e.type <> 'ROLE_CHANGED' OR e.target_id = of_membership);
  END IF;
  RETURN NEXT;
END $$;
