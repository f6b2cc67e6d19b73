-- Catalogue of methods. References to tables of other nouns are declared in 0015_references.sql.
CREATE TABLE protocol (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  code text NOT NULL,
  protocol_version integer NOT NULL,
  status text NOT NULL CHECK (status IN (
    'PENDING_APPROVAL', 'ACTIVE', 'DEPRECATED', 'REJECTED', 'DISCONTINUED', 'RESEARCH')),
  description text,
  accepted_specimen_types text[] NOT NULL CHECK (accepted_specimen_types <@ ARRAY[
    'BUCCAL_SWAB', 'WHOLE_BLOOD', 'URINE', 'NUCLEIC_ACID', 'SALIVA', 'PLASMA', 'SERUM', 'BUFFY_COAT',
    'DRIED_BLOOD_SPOT', 'FRESH_TISSUE', 'FROZEN_TISSUE', 'FFPE_TISSUE', 'BONE_MARROW', 'CEREBROSPINAL_FLUID',
    'STOOL', 'NASAL_SWAB', 'CULTURED_CELLS', 'MICROBIAL_CULTURE', 'ENVIRONMENTAL', 'OTHER']),
  accepted_dna_types text[] NOT NULL CHECK (accepted_dna_types <@ ARRAY[
    'CFDNA', 'GDNA', 'SSDNA', 'CDNA', 'MTDNA', 'TOTAL_RNA', 'MRNA', 'RRNA_DEPLETED_RNA', 'VIRAL_RNA', 'PLASMID',
    'SHORT_AMPLICON', 'LONG_AMPLICON', 'OTHER']),
  accepted_species text[] NOT NULL CHECK (accepted_species <@ ARRAY[
    'HOMO_SAPIENS', 'MUS_MUSCULUS', 'DANIO_RERIO', 'BORRELIA_BURGDORFERI', 'LAMBDA', 'SUS_SCROFA', 'GALLUS_GALLUS',
    'CAENORHABDITIS_ELEGANS', 'DROSOPHILA_MELANOGASTER', 'PORIFERA', 'SYNTHETIC_NUCLEIC_ACIDS', 'OTHER']),
  min_concentration numeric,
  min_volume numeric,
  min_mass numeric,
  target_turnaround_days integer NOT NULL,
  clinical boolean NOT NULL,
  collect_to_fill_run boolean NOT NULL,
  analysis_id text,
  target_yield_gb numeric,
  target_coverage numeric,
  supersedes_id text REFERENCES protocol (id),
  approved_by_id text,
  approved_at timestamptz,
  rejection_reason text,
  rev bigint NOT NULL DEFAULT 0,
  UNIQUE (entity, code, protocol_version)
);
CREATE INDEX protocol_entity_rev ON protocol (entity, rev);
CREATE INDEX protocol_code ON protocol (code);
CREATE INDEX protocol_status ON protocol (status);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON protocol
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE procedure (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  code text NOT NULL,
  procedure_version integer NOT NULL,
  batch_type text NOT NULL CHECK (batch_type IN ('PREPARATION', 'EXTRACTION', 'LIBRARY_PREPARATION', 'SEQUENCING')),
  status text NOT NULL CHECK (status IN ('APPROVED', 'PENDING_APPROVAL', 'REJECTED', 'ARCHIVED', 'RESEARCH')),
  clinical boolean NOT NULL,
  requires_director_approval boolean NOT NULL,
  min_samples integer NOT NULL,
  max_samples integer NOT NULL,
  positive_controls integer NOT NULL,
  negative_controls integer NOT NULL,
  no_template_controls integer NOT NULL,
  sample_input_volume numeric,
  output_volume numeric,
  dna_barcode_kit text,
  estimated_minutes integer,
  document_file_id text,
  supersedes_id text REFERENCES procedure (id),
  author_id text NOT NULL,
  sign_off_by_id text,
  sign_off_at timestamptz,
  rejected_by_id text,
  rejected_at timestamptz,
  rejection_reason text,
  rev bigint NOT NULL DEFAULT 0,
  UNIQUE (entity, code, procedure_version),
  CHECK (min_samples BETWEEN 1 AND max_samples AND max_samples <= 96)
);
CREATE INDEX procedure_entity_rev ON procedure (entity, rev);
CREATE INDEX procedure_code ON procedure (code);
CREATE INDEX procedure_status ON procedure (status);
CREATE INDEX procedure_batch_type ON procedure (batch_type);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON procedure
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE flow (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  flow_version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('APPROVED', 'PENDING_APPROVAL', 'REJECTED', 'ARCHIVED', 'RESEARCH')),
  sample_preparation_procedure_id text REFERENCES procedure (id),
  extraction_procedure_id text REFERENCES procedure (id),
  library_preparation_procedure_id text REFERENCES procedure (id),
  sequencing_procedure_id text REFERENCES procedure (id),
  supersedes_id text REFERENCES flow (id),
  approved_by_id text,
  approved_at timestamptz,
  rejection_reason text,
  rev bigint NOT NULL DEFAULT 0,
  CHECK (num_nonnulls(sample_preparation_procedure_id, extraction_procedure_id, library_preparation_procedure_id,
    sequencing_procedure_id) >= 1)
);
CREATE INDEX flow_entity_rev ON flow (entity, rev);
CREATE INDEX flow_status ON flow (status);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON flow
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE protocol_flow (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  protocol_id text NOT NULL REFERENCES protocol (id),
  flow_id text NOT NULL REFERENCES flow (id),
  is_default boolean NOT NULL,
  specimen_types text[] NOT NULL CHECK (specimen_types <@ ARRAY[
    'BUCCAL_SWAB', 'WHOLE_BLOOD', 'URINE', 'NUCLEIC_ACID', 'SALIVA', 'PLASMA', 'SERUM', 'BUFFY_COAT',
    'DRIED_BLOOD_SPOT', 'FRESH_TISSUE', 'FROZEN_TISSUE', 'FFPE_TISSUE', 'BONE_MARROW', 'CEREBROSPINAL_FLUID',
    'STOOL', 'NASAL_SWAB', 'CULTURED_CELLS', 'MICROBIAL_CULTURE', 'ENVIRONMENTAL', 'OTHER']),
  extracted_nucleic_acids boolean,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX protocol_flow_entity_rev ON protocol_flow (entity, rev);
CREATE INDEX protocol_flow_protocol_id ON protocol_flow (protocol_id);
CREATE INDEX protocol_flow_flow_id ON protocol_flow (flow_id);
CREATE UNIQUE INDEX protocol_flow_one_default ON protocol_flow (protocol_id) WHERE is_default AND NOT deleted;
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON protocol_flow
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE section (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  procedure_id text REFERENCES procedure (id),
  name text NOT NULL,
  "order" integer NOT NULL,
  instructions text,
  requires_signature boolean NOT NULL,
  requires_review boolean NOT NULL,
  equipment_type_required text[] NOT NULL,
  estimated_minutes integer
);
CREATE INDEX section_procedure_id ON section (procedure_id);
CREATE UNIQUE INDEX section_order_in_procedure ON section (procedure_id, "order") WHERE NOT deleted;
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON section
  FOR EACH ROW EXECUTE FUNCTION sync_touch('procedure', 'procedure_id');

CREATE TABLE step (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  procedure_id text REFERENCES procedure (id),
  section_id text NOT NULL REFERENCES section (id),
  "order" integer NOT NULL,
  title text NOT NULL,
  instructions text,
  caution text,
  timer_seconds integer,
  image_file_id text
);
CREATE INDEX step_procedure_id ON step (procedure_id);
CREATE INDEX step_section_id ON step (section_id);
CREATE UNIQUE INDEX step_order_in_section ON step (section_id, "order") WHERE NOT deleted;
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON step
  FOR EACH ROW EXECUTE FUNCTION sync_touch('procedure', 'procedure_id');

CREATE TABLE field (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  procedure_id text REFERENCES procedure (id),
  step_id text NOT NULL REFERENCES step (id),
  "order" integer NOT NULL,
  name text NOT NULL,
  label text NOT NULL,
  type text NOT NULL CHECK (type IN (
    'TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'LOT_NUMBER', 'BARCODE', 'CALCULATION')),
  scope text NOT NULL CHECK (scope IN ('PER_BATCH', 'PER_SAMPLE')),
  required boolean NOT NULL,
  measurement_unit_id text,
  min numeric,
  max numeric,
  decimals integer CHECK (decimals BETWEEN 0 AND 6),
  qc_min numeric,
  qc_max numeric,
  max_length integer,
  pattern text,
  allow_future boolean NOT NULL,
  inventory_type_id text,
  quantity_per_sample numeric,
  quantity_per_batch numeric,
  barcode_type text CHECK (barcode_type IN (
    'ORDER', 'REQUISITION', 'SPECIMEN', 'SAMPLE', 'PLATE', 'STORAGE', 'INVENTORY_ITEM', 'EQUIPMENT', 'SEQUENCER',
    'FLOW_CELL', 'DNA_BARCODE', 'SHIPMENT', 'USER_BADGE')),
  calculation_type text CHECK (calculation_type IN ('BALANCING', 'ADDITION', 'SUBTRACTION', 'MULTIPLICATION', 'DIVISION')),
  operands jsonb,
  maps_to text CHECK (maps_to IN (
    'EXTRACTED_CONCENTRATION', 'EXTRACTED_VOLUME', 'FRAGMENT_LENGTH', 'DNA_BARCODE', 'FLOW_CELL_ID', 'INPUT_VOLUME')),
  default_value text,
  help_text text,
  -- What a type must have bound.
  CHECK (type <> 'LOT_NUMBER' OR inventory_type_id IS NOT NULL),
  CHECK (type <> 'BARCODE' OR barcode_type IS NOT NULL),
  CHECK (type <> 'CALCULATION' OR (calculation_type IS NOT NULL AND operands IS NOT NULL))
);
CREATE INDEX field_procedure_id ON field (procedure_id);
CREATE INDEX field_step_id ON field (step_id);
CREATE UNIQUE INDEX field_name_in_procedure ON field (procedure_id, name) WHERE NOT deleted;
CREATE UNIQUE INDEX field_order_in_step ON field (step_id, "order") WHERE NOT deleted;
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON field
  FOR EACH ROW EXECUTE FUNCTION sync_touch('procedure', 'procedure_id');
