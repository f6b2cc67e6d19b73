-- Batches and their running sections. References to tables of other nouns are declared in 0015_references.sql.
CREATE TABLE batch (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  status text NOT NULL CHECK (status IN (
    'NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'FAILED_QC', 'FAILED_QC_CANCELED', 'RESET', 'CANCELED')),
  batch_order integer,
  julian_id text NOT NULL UNIQUE,
  lab_day date NOT NULL,
  type text NOT NULL CHECK (type IN ('PREPARATION', 'EXTRACTION', 'LIBRARY_PREPARATION', 'SEQUENCING')),
  procedure_id text NOT NULL REFERENCES procedure (id),
  plate_barcode_id text,
  assigned_user_id text,
  research boolean NOT NULL,
  director_approved boolean,
  director_approved_by_id text,
  director_approved_at timestamptz,
  started_at timestamptz,
  started_by_id text,
  completed_at timestamptz,
  completed_by_id text,
  failure_reason text CHECK (failure_reason IN (
    'EQUIPMENT_MALFUNCTION', 'INVENTORY_ISSUE', 'LAB_TECHNICIAN_ERROR', 'INSUFFICENT_RESULTS', 'BAD_SAMPLE')),
  failure_notes text,
  source_batch_id text REFERENCES batch (id),
  layout_locked_at timestamptz,
  sequencer_id text,
  override_reason text,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX batch_entity_rev ON batch (entity, rev);
CREATE INDEX batch_status ON batch (status);
CREATE INDEX batch_lab_day ON batch (lab_day);
CREATE INDEX batch_procedure_id ON batch (procedure_id);
CREATE INDEX batch_type ON batch (type);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON batch
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE batch_control (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  batch_id text NOT NULL REFERENCES batch (id),
  plate_location text NOT NULL CHECK (plate_location ~ '^[A-H]([1-9]|1[0-2])$'),
  control_type text NOT NULL CHECK (control_type IN ('POSITIVE_CONTROL', 'NEGATIVE_CONTROL', 'NO_TEMPLATE_CONTROL')),
  name text NOT NULL,
  inventory_item_id text,
  dna_barcode text,
  passed boolean,
  accepted_reason text,
  accepted_by_id text
);
CREATE INDEX batch_control_batch_id ON batch_control (batch_id);
-- Checked at commit, because two controls may change places in one operation.
ALTER TABLE batch_control ADD CONSTRAINT batch_control_one_a_well
  EXCLUDE (batch_id WITH =, plate_location WITH =) WHERE (NOT deleted) DEFERRABLE INITIALLY DEFERRED;
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON batch_control
  FOR EACH ROW EXECUTE FUNCTION sync_touch('batch', 'batch_id');

CREATE TABLE assigned_section (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  section_id text NOT NULL REFERENCES section (id),
  completion_event_id text,
  batch_id text NOT NULL REFERENCES batch (id),
  assigned_user_id text,
  started_at timestamptz,
  started_by_id text,
  research boolean NOT NULL,
  deviation_note text,
  step_ticks jsonb NOT NULL,
  equipment_scans jsonb NOT NULL,
  reopened_at timestamptz,
  rev bigint NOT NULL DEFAULT 0,
  UNIQUE (batch_id, section_id)
);
CREATE INDEX assigned_section_entity_rev ON assigned_section (entity, rev);
CREATE INDEX assigned_section_batch_id ON assigned_section (batch_id);
CREATE INDEX assigned_section_assigned_user_id ON assigned_section (assigned_user_id);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON assigned_section
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE field_value (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  assigned_section_id text NOT NULL REFERENCES assigned_section (id),
  field_id text NOT NULL REFERENCES field (id),
  -- A sample or a control of the batch.
  sample_id text,
  value text NOT NULL,
  numeric_value numeric,
  inventory_item_id text,
  barcode_id text,
  entered_by_id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  input_method text NOT NULL CHECK (input_method IN ('SCAN', 'TYPED', 'CALCULATED', 'IMPORTED')),
  supersedes_id text REFERENCES field_value (id),
  change_reason text,
  conflict boolean NOT NULL,
  late boolean NOT NULL,
  CHECK (supersedes_id IS NULL OR change_reason IS NOT NULL)
);
CREATE INDEX field_value_assigned_section_id ON field_value (assigned_section_id);
CREATE INDEX field_value_sample_id ON field_value (sample_id);
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON field_value
  FOR EACH ROW EXECUTE FUNCTION sync_touch('assigned_section', 'assigned_section_id');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON field_value
  FOR EACH ROW EXECUTE FUNCTION append_only();

CREATE TABLE signature (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  type text NOT NULL CHECK (type IN ('SIGNED', 'REVIEWED')),
  user_id text NOT NULL,
  printed_name text NOT NULL,
  meaning text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  occurred_at timestamptz NOT NULL,
  synced_at timestamptz,
  device_id text,
  verified text NOT NULL CHECK (verified IN ('PENDING', 'OK', 'FAILED')),
  signature_proof text
);
CREATE INDEX signature_target_id ON signature (target_id);
-- Ids are unique over all tables, so that only the signed record is touched.
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON signature
  FOR EACH ROW EXECUTE FUNCTION sync_touch('assigned_section', 'target_id');
CREATE TRIGGER sync_touch_group AFTER INSERT OR UPDATE ON signature
  FOR EACH ROW EXECUTE FUNCTION sync_touch('accession_group', 'target_id');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON signature
  FOR EACH ROW EXECUTE FUNCTION append_only();
