-- Flow cells, what was loaded on them, and pools (domain-lab 15). Devices carry them, because they are loaded without a
-- network, and of runs as much as the completion of a batch asks for.
CREATE TABLE flow_cell (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  flow_cell_id text NOT NULL,
  inventory_item_id text REFERENCES inventory_item (id) DEFERRABLE INITIALLY DEFERRED,
  product_code text NOT NULL,
  lot_number text,
  received_at timestamptz NOT NULL,
  received_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  pores_at_receipt integer,
  pores_at_check integer,
  checked_at timestamptz,
  checked_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  use_count integer NOT NULL,
  barcodes_used text[] NOT NULL,
  washed_at timestamptz,
  washed_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  returned_at timestamptz,
  returned_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  return_reason text,
  warranty_claim text NOT NULL CHECK (warranty_claim IN ('NONE', 'OPEN', 'ACCEPTED', 'REFUSED')),
  claimed_at timestamptz,
  claim_reason text,
  rev bigint NOT NULL DEFAULT 0,
  CHECK (returned_at IS NULL OR return_reason IS NOT NULL)
);
CREATE UNIQUE INDEX flow_cell_flow_cell_id ON flow_cell (flow_cell_id, lab) WHERE NOT deleted;
CREATE INDEX flow_cell_inventory_item_id ON flow_cell (inventory_item_id);
CREATE INDEX flow_cell_lab_rev ON flow_cell (lab, rev);

CREATE TABLE flow_cell_use (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  cell_id text NOT NULL REFERENCES flow_cell (id) DEFERRABLE INITIALLY DEFERRED,
  batch_id text NOT NULL REFERENCES batch (id) DEFERRABLE INITIALLY DEFERRED,
  batch_result_id text REFERENCES batch_result (id) DEFERRABLE INITIALLY DEFERRED,
  sequencer_id text REFERENCES sequencer (id) DEFERRABLE INITIALLY DEFERRED,
  position_name text,
  loaded_sample_id text REFERENCES sample (id) DEFERRABLE INITIALLY DEFERRED,
  samples jsonb NOT NULL,
  loaded_volume numeric,
  loaded_amount numeric,
  loaded_at timestamptz NOT NULL,
  loaded_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  override_reason text,
  pores_at_start integer,
  pores_at_end integer,
  has_sequenced boolean,
  ended_at timestamptz,
  rev bigint NOT NULL DEFAULT 0
);
-- A run is one use, and a flow cell is in one position at a time.
CREATE UNIQUE INDEX flow_cell_use_batch_result_id ON flow_cell_use (batch_result_id) WHERE NOT deleted;
CREATE UNIQUE INDEX flow_cell_use_open ON flow_cell_use (cell_id) WHERE ended_at IS NULL AND NOT deleted;
CREATE INDEX flow_cell_use_cell_id ON flow_cell_use (cell_id);
CREATE INDEX flow_cell_use_batch_id ON flow_cell_use (batch_id);
CREATE INDEX flow_cell_use_sequencer_id ON flow_cell_use (sequencer_id);
CREATE INDEX flow_cell_use_lab_rev ON flow_cell_use (lab, rev);

CREATE TABLE pool_member (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  pool_sample_id text NOT NULL REFERENCES sample (id) DEFERRABLE INITIALLY DEFERRED,
  sample_id text NOT NULL REFERENCES sample (id) DEFERRABLE INITIALLY DEFERRED,
  batch_id text NOT NULL REFERENCES batch (id) DEFERRABLE INITIALLY DEFERRED,
  volume numeric NOT NULL,
  amount numeric,
  rev bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX pool_member_pool_sample_id ON pool_member (pool_sample_id, sample_id) WHERE NOT deleted;
CREATE INDEX pool_member_sample_id ON pool_member (sample_id);
CREATE INDEX pool_member_batch_id ON pool_member (batch_id);
CREATE INDEX pool_member_lab_rev ON pool_member (lab, rev);

DO $$
DECLARE
  of_table text;
BEGIN
  FOREACH of_table IN ARRAY ARRAY['flow_cell', 'flow_cell_use', 'pool_member'] LOOP
    EXECUTE format('CREATE TRIGGER stamp_lab BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.lab IS NULL)
      EXECUTE FUNCTION stamp_lab()', of_table);
    EXECUTE format('CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON %I FOR EACH ROW
      EXECUTE FUNCTION sync_stamp()', of_table);
  END LOOP;
END $$;

ALTER TABLE sequencer ADD COLUMN rev bigint NOT NULL DEFAULT 0;
ALTER TABLE batch_result ADD COLUMN rev bigint NOT NULL DEFAULT 0;
CREATE INDEX sequencer_lab_rev ON sequencer (lab, rev);
CREATE INDEX batch_result_lab_rev ON batch_result (lab, rev);
-- A sign of life of an instrument is no news for devices.
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE OF name, model, serial_number, positions, status, deleted, rev ON sequencer
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON batch_result
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON sample_result
  FOR EACH ROW EXECUTE FUNCTION sync_touch('batch_result', 'batch_result_id');

-- Devices carry these as long as their batch (0016).
CREATE TRIGGER sync_scope_results AFTER UPDATE ON batch
  FOR EACH ROW WHEN (OLD.deleted <> NEW.deleted OR OLD.updated_at < NEW.updated_at - interval '30 days')
  EXECUTE FUNCTION sync_touch_children('batch_result', 'batch_id');
CREATE TRIGGER sync_scope_uses AFTER UPDATE ON batch
  FOR EACH ROW WHEN (OLD.deleted <> NEW.deleted OR OLD.updated_at < NEW.updated_at - interval '30 days')
  EXECUTE FUNCTION sync_touch_children('flow_cell_use', 'batch_id');
CREATE TRIGGER sync_scope_pools AFTER UPDATE ON batch
  FOR EACH ROW WHEN (OLD.deleted <> NEW.deleted OR OLD.updated_at < NEW.updated_at - interval '30 days')
  EXECUTE FUNCTION sync_touch_children('pool_member', 'batch_id');

-- Adds kinds to those that the constraint lists, whichever migration changed it last.
DO $$
DECLARE
  events text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'event_type_check');
BEGIN
  ALTER TABLE event DROP CONSTRAINT event_type_check;
  EXECUTE 'ALTER TABLE event ADD CONSTRAINT event_type_check ' || replace(events, 'ARRAY[',
    'ARRAY[''FLOW_CELL_RECEIVED''::text, ''FLOW_CELL_CHECKED''::text, ''FLOW_CELL_LOADED''::text,
    ''FLOW_CELL_WASHED''::text, ''FLOW_CELL_RETURNED''::text, ''WARRANTY_CLAIM_DECIDED''::text, ''POOL_MADE''::text, ');
END $$;
