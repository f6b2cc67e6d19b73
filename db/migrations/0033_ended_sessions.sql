-- Whoever raises a session version ends sessions: streams hear of it at once, and the handhelds of the membership are
-- revoked. Such a revocation is over when the person signs in again on the device, and stays for who is deactivated.
ALTER TABLE device ADD COLUMN revoked_reason text CHECK (revoked_reason IN ('SESSIONS_ENDED'));

CREATE FUNCTION end_sessions_of_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device SET revoked = true, revoked_at = NEW.updated_at, revoked_reason = 'SESSIONS_ENDED', updated_at = NEW.updated_at
    WHERE user_company_id = NEW.id AND kind = 'HANDHELD' AND NOT revoked;
  PERFORM pg_notify('sync_head', 'ended:' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER end_sessions AFTER UPDATE OF session_version ON user_company
  FOR EACH ROW WHEN (NEW.session_version > OLD.session_version) EXECUTE FUNCTION end_sessions_of_membership();

CREATE FUNCTION end_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device SET revoked = true, revoked_at = NEW.updated_at, revoked_reason = 'SESSIONS_ENDED', updated_at = NEW.updated_at
    WHERE user_company_id IN (SELECT id FROM user_company WHERE user_id = NEW.id) AND kind = 'HANDHELD' AND NOT revoked;
  PERFORM pg_notify('sync_head', 'ended:' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER end_sessions AFTER UPDATE OF session_version ON "user"
  FOR EACH ROW WHEN (NEW.session_version > OLD.session_version) EXECUTE FUNCTION end_sessions_of_user();

CREATE INDEX device_user_company ON device (user_company_id);
CREATE INDEX operation_quarantined ON operation (entity, rev) WHERE quarantined;

-- Since when a device is shut out; null when it is not, or when only its sessions had ended and its person is active.
CREATE FUNCTION device_revoked_at(d device) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN d.revoked_at IS NULL THEN NULL
    WHEN d.revoked_reason = 'SESSIONS_ENDED' AND EXISTS (
      SELECT 1 FROM user_company m WHERE m.id = d.user_company_id AND NOT m.deactivated AND NOT m.deleted) THEN NULL
    ELSE d.revoked_at END
$$;

-- As before (0023), but a device is shut out only as said above, and it is told when somebody was activated again.
CREATE OR REPLACE FUNCTION sync_open(of_entity text, of_device text, of_user text, of_membership text, of_n bigint, ids text[])
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
