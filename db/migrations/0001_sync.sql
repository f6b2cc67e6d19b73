-- The order of all changes: one counter row per business entity, locked by every writing transaction.
CREATE TABLE sync_head (
  entity text PRIMARY KEY CHECK (entity IN ('WBL', 'RESONANT')),
  generation uuid NOT NULL DEFAULT gen_random_uuid(),
  rev bigint NOT NULL DEFAULT 0,
  floor bigint NOT NULL DEFAULT 0,
  -- Finished records older than this are not carried by devices; moved by the age-out job, which touches what crosses it.
  carried_since timestamptz NOT NULL DEFAULT now() - interval '60 days'
);
INSERT INTO sync_head (entity) VALUES ('WBL'), ('RESONANT');

-- The transaction's own revision: one per transaction and entity, gap-free and in commit order, because the row lock
-- is held to the end. The setting and the update vanish together when a savepoint is rolled back.
CREATE FUNCTION sync_rev(of_entity text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  setting text := 'benchside.rev_' || lower(of_entity);
  known text := current_setting(setting, true);
  next_rev bigint;
BEGIN
  IF known IS NOT NULL AND known <> '' THEN
    RETURN known::bigint;
  END IF;
  UPDATE sync_head SET rev = rev + 1 WHERE entity = of_entity RETURNING rev INTO next_rev;
  IF next_rev IS NULL THEN
    RAISE EXCEPTION 'no sync head for entity %', of_entity USING ERRCODE = 'check_violation';
  END IF;
  PERFORM set_config(setting, next_rev::text, true);
  -- Delivered at commit, and not at all when the transaction is rolled back.
  PERFORM pg_notify('sync_head', of_entity || ':' || next_rev);
  RETURN next_rev;
END $$;

-- BEFORE INSERT OR UPDATE on a table whose rows are documents of devices.
CREATE FUNCTION sync_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rev := sync_rev(NEW.entity);
  RETURN NEW;
END $$;

-- Gives the rows a new revision unless this transaction has done so already.
CREATE FUNCTION sync_touch_rows(of_table text, ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %I SET rev = rev WHERE id = ANY ($1) AND rev IS DISTINCT FROM sync_rev(entity)', of_table)
    USING ids;
END $$;

-- The ids in a foreign key column that holds one id or a list of them.
CREATE FUNCTION sync_ids(of_row jsonb, fk_column text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE jsonb_typeof(of_row -> fk_column)
    WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(of_row -> fk_column))
    WHEN 'string' THEN ARRAY[of_row ->> fk_column]
    ELSE ARRAY[]::text[]
  END
$$;

-- AFTER INSERT OR UPDATE on a row that rides in its parent's document: sync_touch('parent_table', 'fk_column').
CREATE FUNCTION sync_touch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[] := sync_ids(to_jsonb(NEW), TG_ARGV[1]);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    ids := ids || sync_ids(to_jsonb(OLD), TG_ARGV[1]);
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM sync_touch_rows(TG_ARGV[0], ids);
  END IF;
  RETURN NULL;
END $$;

-- AFTER UPDATE on a row that other documents are derived from or scoped by: sync_touch_children('child_table', 'fk_column').
CREATE FUNCTION sync_touch_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %I SET rev = rev WHERE %I = $1 AND rev IS DISTINCT FROM sync_rev(entity)', TG_ARGV[0], TG_ARGV[1])
    USING NEW.id;
  RETURN NULL;
END $$;

-- The tables whose documents carry the event or barcode of that kind.
CREATE FUNCTION sync_target_tables(of_table text, kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE of_table
    WHEN 'event' THEN CASE kind
      WHEN 'Specimen' THEN ARRAY['specimen']
      WHEN 'Sample' THEN ARRAY['sample']
      WHEN 'Batch' THEN ARRAY['batch']
      WHEN 'StorageManagement' THEN ARRAY['storage_management']
      WHEN 'AssignedSection' THEN ARRAY['assigned_section']
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

-- AFTER INSERT OR UPDATE on event and barcode, whose parent is named by a kind and `target_id`.
CREATE FUNCTION sync_touch_target() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(NEW);
  kind text := CASE TG_TABLE_NAME WHEN 'event' THEN changed ->> 'target_type' ELSE changed ->> 'type' END;
  ids text[] := sync_ids(changed, 'target_id');
  of_table text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    ids := ids || sync_ids(to_jsonb(OLD), 'target_id');
  END IF;
  FOREACH of_table IN ARRAY coalesce(sync_target_tables(TG_TABLE_NAME, kind), ARRAY[]::text[]) LOOP
    PERFORM sync_touch_rows(of_table, ids);
  END LOOP;
  RETURN NULL;
END $$;

-- BEFORE UPDATE OR DELETE on a table that only grows.
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- A handheld that works offline, or (kind SERVER) the outbox of a membership's online acts.
CREATE TABLE device (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by_id text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  kind text NOT NULL DEFAULT 'HANDHELD' CHECK (kind IN ('HANDHELD', 'SERVER')),
  name text NOT NULL,
  offline_letter text CHECK (offline_letter ~ '^[A-HJ-NP-Z]$'),
  registered_by_id text NOT NULL,
  user_company_id text NOT NULL,
  last_sync_at timestamptz,
  last_user_id text,
  clock_offset_ms bigint,
  waiting integer,
  last_n bigint NOT NULL DEFAULT 0,
  revoked boolean NOT NULL DEFAULT false,
  revoked_at timestamptz,
  revoked_by_id text,
  CHECK (revoked = (revoked_at IS NOT NULL)),
  CHECK ((kind = 'HANDHELD') = (offline_letter IS NOT NULL))
);
CREATE UNIQUE INDEX device_letter ON device (entity, offline_letter) WHERE NOT revoked;
CREATE UNIQUE INDEX device_of_membership ON device (user_company_id) WHERE kind = 'SERVER';

-- Blocks of numbers that a device may give out on one lab day; never handed out twice.
CREATE TABLE number_lease (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  device_id text NOT NULL REFERENCES device (id),
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  series text NOT NULL CHECK (series IN ('SPECIMEN', 'ACCESSION_GROUP')),
  lab_day date NOT NULL,
  "from" integer NOT NULL CHECK ("from" > 0),
  "to" integer NOT NULL,
  CHECK ("to" >= "from")
);
CREATE UNIQUE INDEX number_lease_block ON number_lease (entity, series, lab_day, "from");
CREATE INDEX number_lease_device ON number_lease (device_id, lab_day);

-- Every operation ever received, with the server's final word; (device, n) is answered from here for ever.
CREATE TABLE operation (
  device_id text NOT NULL REFERENCES device (id),
  n bigint NOT NULL CHECK (n > 0),
  id text NOT NULL,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  version integer NOT NULL,
  user_id text NOT NULL,
  user_company_id text NOT NULL,
  -- As the device's clock said, and as corrected by its offset.
  device_time timestamptz NOT NULL,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  clock_offset_ms bigint,
  mono double precision,
  -- JSON as it was sent; text, because json types refuse some of what a device may send.
  base text NOT NULL,
  args text NOT NULL,
  args_hash text NOT NULL,
  depends_on text[] NOT NULL,
  -- Revisions of the documents as the rule found them: tells a device's own changes from other people's.
  found jsonb NOT NULL DEFAULT '{}',
  outcome text NOT NULL CHECK (outcome IN ('APPLIED', 'APPLIED_WITH_WARNING', 'MERGED', 'CONFLICT', 'REJECTED')),
  code text,
  message text,
  -- The first refused operation of a chain of dependants.
  root_id text,
  quarantined boolean NOT NULL DEFAULT false,
  -- Sent again under another device after a re-enrolment: answered with the first verdict, applied once.
  repeated boolean NOT NULL DEFAULT false,
  rev bigint NOT NULL,
  PRIMARY KEY (device_id, n)
);
CREATE UNIQUE INDEX operation_id ON operation (id) WHERE NOT repeated;
CREATE INDEX operation_person ON operation (entity, user_id, rev);
CREATE INDEX operation_rev ON operation (entity, rev);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON operation FOR EACH ROW EXECUTE FUNCTION append_only();
