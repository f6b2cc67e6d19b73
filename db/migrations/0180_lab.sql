-- The lab is the unit of bench work and of sync (domain-lab 10): its bench serves one or more business entities. `lab` is
-- the key by which everything on the hot path is found, and by which labs can be distributed over machines.

-- Which lab serves a business entity, and to which entity its staff belong; written at start from LAB_SERVES by
-- assign_labs().
CREATE TABLE lab_entity (
  entity text PRIMARY KEY CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL CHECK (lab ~ '^[A-Z][A-Z0-9_]{0,29}$'),
  home text NOT NULL CHECK (home IN ('WBL', 'RESONANT'))
);
INSERT INTO lab_entity (entity, lab, home) VALUES ('WBL', 'WBL', 'WBL'), ('RESONANT', 'WBL', 'WBL');

-- The lab of the transaction, as lock_head sets it; outside of one the only lab, or none when there are several.
CREATE FUNCTION current_lab() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('benchside.lab', true), ''),
    (SELECT min(l.lab) FROM lab_entity l HAVING count(DISTINCT l.lab) = 1))
$$;

-- BEFORE INSERT where no lab is known yet.
CREATE FUNCTION stamp_lab() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT l.lab INTO NEW.lab FROM lab_entity l WHERE l.entity = NEW.entity;
  RETURN NEW;
END $$;

-- A column with a constant default is added without a rewrite; all rows of before belong to the one lab.
DO $$
DECLARE
  of_table text;
  index_name text;
BEGIN
  FOR of_table IN
    SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'entity' AND t.table_type = 'BASE TABLE'
      AND c.table_name NOT IN ('lab_entity', 'sync_head')
  LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN lab text NOT NULL DEFAULT %L', of_table, 'WBL');
    EXECUTE format('ALTER TABLE %I ALTER COLUMN lab SET DEFAULT current_lab()', of_table);
    EXECUTE format('CREATE TRIGGER stamp_lab BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.lab IS NULL)
      EXECUTE FUNCTION stamp_lab()', of_table);
  END LOOP;
  -- The feed reads by lab.
  FOR of_table, index_name IN
    SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname LIKE '%\_entity\_rev'
  LOOP
    EXECUTE format('DROP INDEX %I', index_name);
    EXECUTE format('CREATE INDEX %I ON %I (lab, rev)', of_table || '_lab_rev', of_table);
  END LOOP;
  -- The lists of bench records are read by lab, or by lab and business entity.
  FOR of_table, index_name IN
    SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE '%(entity, %'
      AND (indexname IN ('event_occurred_at', 'event_type', 'event_customer_visible')
        OR indexname LIKE '%\_list\_%'
          AND tablename IN ('order', 'specimen', 'sample', 'batch', 'storage_management', 'note', 'print_job'))
  LOOP
    EXECUTE (SELECT replace(replace(indexdef, '(entity, ', '(lab, '), 'INDEX ' || index_name, 'INDEX lab_' || index_name)
      FROM pg_indexes WHERE schemaname = 'public' AND indexname = index_name);
    EXECUTE format('DROP INDEX %I', index_name);
    EXECUTE format('ALTER INDEX %I RENAME TO %I', 'lab_' || index_name, index_name);
  END LOOP;
END $$;

DROP INDEX operation_person, operation_rev, operation_quarantined, device_letter, number_lease_block;
CREATE INDEX operation_person ON operation (lab, user_id, rev);
CREATE INDEX operation_rev ON operation (lab, rev);
CREATE INDEX operation_quarantined ON operation (lab, rev) WHERE quarantined;
-- Two entities that had letters of their own may share one until a device is silent for long.
UPDATE device d SET offline_letter = NULL WHERE NOT revoked AND offline_letter IS NOT NULL AND EXISTS (
  SELECT 1 FROM device other WHERE other.lab = d.lab AND other.offline_letter = d.offline_letter AND NOT other.revoked
    AND (other.entity, other.id) > (d.entity, d.id));
CREATE UNIQUE INDEX device_letter ON device (lab, offline_letter) WHERE NOT revoked;
-- Blocks of before are per entity; new ones are given after the highest of the lab.
CREATE UNIQUE INDEX number_lease_block ON number_lease (lab, entity, series, lab_day, "from");

-- One head per lab. Those of its entities become one with a new generation: devices load again and keep their outbox.
ALTER TABLE sync_head DROP CONSTRAINT sync_head_entity_check;
ALTER TABLE sync_head RENAME COLUMN entity TO lab;
UPDATE sync_head SET rev = (SELECT max(rev) FROM sync_head), carried_since = (SELECT min(carried_since) FROM sync_head),
  generation = gen_random_uuid() WHERE lab = 'WBL';
DELETE FROM sync_head WHERE lab <> 'WBL';

DROP FUNCTION sync_rev(text);
-- As before (0001), by lab.
CREATE FUNCTION sync_rev(of_lab text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  setting text := 'benchside.rev_' || lower(of_lab);
  known text := current_setting(setting, true);
  next_rev bigint;
BEGIN
  IF known IS NOT NULL AND known <> '' THEN
    RETURN known::bigint;
  END IF;
  UPDATE sync_head SET rev = rev + 1 WHERE lab = of_lab RETURNING rev INTO next_rev;
  IF next_rev IS NULL THEN
    RAISE EXCEPTION 'no sync head for lab %', of_lab USING ERRCODE = 'check_violation';
  END IF;
  PERFORM set_config(setting, next_rev::text, true);
  -- Delivered at commit, and not at all when the transaction is rolled back.
  PERFORM pg_notify('sync_head', of_lab || ':' || next_rev);
  RETURN next_rev;
END $$;

CREATE OR REPLACE FUNCTION sync_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rev := sync_rev(NEW.lab);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION sync_touch_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %I SET rev = rev WHERE %I = $1 AND rev IS DISTINCT FROM sync_rev(lab)', TG_ARGV[0], TG_ARGV[1])
    USING NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sync_touch_rows(of_table text, ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CASE of_table
    WHEN 'sample' THEN
      UPDATE sample SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(lab);
    WHEN 'specimen' THEN
      UPDATE specimen SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(lab);
    WHEN 'storage_management' THEN
      UPDATE storage_management SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(lab);
    WHEN 'assigned_section' THEN
      UPDATE assigned_section SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(lab);
    WHEN 'batch' THEN
      UPDATE batch SET rev = rev WHERE id = ANY (ids) AND rev IS DISTINCT FROM sync_rev(lab);
    ELSE
      EXECUTE format('UPDATE %I SET rev = rev WHERE id = ANY ($1) AND rev IS DISTINCT FROM sync_rev(lab)', of_table)
        USING ids;
  END CASE;
END $$;

-- As before (0111), by lab.
DROP FUNCTION sync_open(text, text, text, text, bigint, text[]);
CREATE FUNCTION sync_open(of_lab text, of_device text, of_user text, of_membership text, of_n bigint, ids text[])
RETURNS TABLE (device_id text, last_n bigint, clock_offset_ms bigint, not_before timestamptz, clock_shift_ms bigint,
  revoked_at timestamptz, online boolean, rev bigint, known jsonb, role text, deactivated boolean, changes jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  locked device%ROWTYPE;
BEGIN
  PERFORM 1 FROM sync_head AS h WHERE h.lab = of_lab FOR UPDATE;
  IF of_device IS NULL THEN
    SELECT * INTO locked FROM device AS d WHERE d.user_company_id = of_membership AND d.kind = 'SERVER' FOR UPDATE;
  ELSE
    SELECT * INTO locked FROM device AS d
      WHERE d.id = of_device AND (d.lab = of_lab) IS TRUE AND d.user_company_id = of_membership FOR UPDATE;
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
    PERFORM set_config('benchside.rev_' || lower(of_lab), '', true);
    rev := sync_rev(of_lab);
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'n', o.n, 'name', o.name, 'userId', o.user_id,
        'argsHash', o.args_hash, 'outcome', o.outcome, 'code', o.code, 'message', o.message, 'rootId', o.root_id,
        'rev', o.rev) ORDER BY o.rev), '[]')
      INTO known FROM operation AS o WHERE o.id = ANY (ids) AND (o.lab = of_lab) IS TRUE AND NOT o.repeated;
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

DROP VIEW person;
-- As before (0002), with the lab.
CREATE VIEW person AS
SELECT
  uc.id,
  uc.created_at,
  uc.created_by_id,
  greatest(uc.updated_at, u.updated_at) AS updated_at,
  uc.version,
  uc.deleted OR u.deleted OR uc.role IN (
    'COMPANY_MANAGER', 'COMPANY_USER', 'INSTITUTION_MANAGER', 'INSTITUTION_USER', 'CLINICIAN',
    'CLINICAL_BILLING_MANAGER', 'CLINICAL_MANAGER') AS deleted,
  uc.entity,
  uc.lab,
  uc.user_id,
  uc.company_id,
  coalesce(u.name, u.first_name || ' ' || u.last_name) AS name,
  uc.role,
  uc.deactivated,
  uc.rev
FROM user_company uc
JOIN "user" u ON u.id = uc.user_id;

-- Assign business entities to labs, at start and by the owner: `labs` is a list of {id, home, entities}. Nothing happens
-- when that is known. Otherwise the rows move, and every lab begins a new generation after the highest revision.
CREATE FUNCTION assign_labs(labs jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  of_table text;
  highest bigint;
BEGIN
  LOCK TABLE lab_entity IN EXCLUSIVE MODE;
  CREATE TEMP TABLE serves ON COMMIT DROP AS
    SELECT e.entity, l.id AS lab, l.home FROM jsonb_to_recordset(labs) AS l (id text, home text, entities jsonb),
      jsonb_array_elements_text(l.entities) AS e (entity);
  IF NOT EXISTS (
    SELECT entity, lab, home FROM serves EXCEPT SELECT entity, lab, home FROM lab_entity) THEN
    DROP TABLE serves;
    RETURN false;
  END IF;
  SELECT max(rev) INTO highest FROM sync_head;
  INSERT INTO sync_head (lab) SELECT DISTINCT lab FROM serves ON CONFLICT DO NOTHING;
  UPDATE lab_entity l SET lab = s.lab, home = s.home FROM serves s WHERE s.entity = l.entity;
  DROP TABLE serves;
  FOR of_table IN
    SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'lab' AND t.table_type = 'BASE TABLE'
      AND c.table_name NOT IN ('lab_entity', 'sync_head')
  LOOP
    -- Moving a row to another lab is no change of its record: no trigger runs, also not of tables that only grow.
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', of_table);
    EXECUTE format('UPDATE %I t SET lab = l.lab FROM lab_entity l WHERE l.entity = t.entity AND t.lab <> l.lab', of_table);
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', of_table);
  END LOOP;
  UPDATE sync_head SET rev = highest, generation = gen_random_uuid();
  DELETE FROM sync_head WHERE lab NOT IN (SELECT lab FROM lab_entity);
  RETURN true;
END $$;
