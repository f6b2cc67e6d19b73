-- Specimens, samples, their labels and what was wrong at check-in. Keys to later tables are in 0015.
CREATE TABLE accession_group (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  group_number text NOT NULL,
  order_ids text[] NOT NULL DEFAULT '{}',
  received_at timestamptz NOT NULL,
  received_by_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  package_condition text NOT NULL CHECK (package_condition IN ('INTACT', 'DAMAGED', 'LEAKING', 'OPENED', 'TEMPERATURE_EXCURSION')),
  package_temperature numeric,
  coolant_state text CHECK (coolant_state IN ('FROZEN', 'MELTED', 'NONE')),
  tracking_number text,
  package_count integer NOT NULL,
  expected_count integer NOT NULL,
  received_count integer NOT NULL,
  missing_count integer NOT NULL,
  unexpected_count integer NOT NULL,
  quarantined_count integer NOT NULL,
  photo_file_ids text[] NOT NULL DEFAULT '{}',
  notes text,
  closed_at timestamptz,
  signature_id text,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX accession_group_entity_rev ON accession_group (entity, rev);
CREATE INDEX accession_group_group_number ON accession_group (group_number);
CREATE INDEX accession_group_tracking_number ON accession_group (tracking_number);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON accession_group
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE specimen (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  julian_id text,
  protocol_id text NOT NULL,
  flow_id text,
  status text NOT NULL CHECK (status IN (
    'CANCELED', 'ACTION_REQUIRED', 'DRAFT', 'PENDING_APPROVAL', 'ORDERED', 'SHIPPED', 'DELIVERED',
    'RECEIVED_ON_HOLD', 'RECEIVED_QUARANTINED', 'RECEIVED_AWAITING_OPTIMAL_BATCH', 'RECEIVED_AWAITING_INFO',
    'SUPPLEMENTAL', 'RECEIVED', 'BATCH_ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'FAILED_QC',
    'FAILED_QC_CANCELED', 'RESET', 'IN_STORAGE')),
  director_approved boolean,
  shipment_plate_location text,
  requisition_number text NOT NULL,
  storage_location text,
  patient_mrn text,
  physician text,
  provided_source_species text NOT NULL CHECK (provided_source_species IN (
    'HOMO_SAPIENS', 'MUS_MUSCULUS', 'DANIO_RERIO', 'BORRELIA_BURGDORFERI', 'LAMBDA', 'SUS_SCROFA',
    'GALLUS_GALLUS', 'CAENORHABDITIS_ELEGANS', 'DROSOPHILA_MELANOGASTER', 'PORIFERA',
    'SYNTHETIC_NUCLEIC_ACIDS', 'OTHER')),
  provided_specimen_type text NOT NULL CHECK (provided_specimen_type IN (
    'BUCCAL_SWAB', 'WHOLE_BLOOD', 'URINE', 'NUCLEIC_ACID', 'SALIVA', 'PLASMA', 'SERUM', 'BUFFY_COAT',
    'DRIED_BLOOD_SPOT', 'FRESH_TISSUE', 'FROZEN_TISSUE', 'FFPE_TISSUE', 'BONE_MARROW', 'CEREBROSPINAL_FLUID',
    'STOOL', 'NASAL_SWAB', 'CULTURED_CELLS', 'MICROBIAL_CULTURE', 'ENVIRONMENTAL', 'OTHER')),
  provided_dna_type text CHECK (provided_dna_type IN (
    'CFDNA', 'GDNA', 'SSDNA', 'CDNA', 'MTDNA', 'TOTAL_RNA', 'MRNA', 'RRNA_DEPLETED_RNA', 'VIRAL_RNA',
    'PLASMID', 'SHORT_AMPLICON', 'LONG_AMPLICON', 'OTHER')),
  provided_extraction_kit text,
  provided_elution_medium text,
  provided_concentration numeric,
  provided_volume numeric,
  sales_price bigint NOT NULL,
  received_at timestamptz,
  completed_at timestamptz,
  turnaround_time integer,
  accession_group_id text REFERENCES accession_group (id) DEFERRABLE INITIALLY DEFERRED,
  paid_for boolean NOT NULL,
  extracted_nucleic_acids boolean NOT NULL,
  is_data_downloaded boolean NOT NULL,
  net_suite_work_order_number text,
  failed_batch_count integer NOT NULL,
  order_id text NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  order_row integer NOT NULL,
  customer_sample_id text NOT NULL,
  shipment_plate_number integer,
  shipment_plate_barcode text,
  tube_barcode text,
  patient_id text,
  collected_at timestamptz,
  study_id text,
  source_specimen_id text REFERENCES specimen (id) DEFERRABLE INITIALLY DEFERRED,
  hold_reason text,
  failure_reason text CHECK (failure_reason IN (
    'EQUIPMENT_MALFUNCTION', 'INVENTORY_ISSUE', 'LAB_TECHNICIAN_ERROR', 'INSUFFICENT_RESULTS', 'BAD_SAMPLE')),
  failure_notes text,
  action_required_text text,
  action_required_since timestamptz,
  status_before_hold text CHECK (status_before_hold IN (
    'CANCELED', 'ACTION_REQUIRED', 'DRAFT', 'PENDING_APPROVAL', 'ORDERED', 'SHIPPED', 'DELIVERED',
    'RECEIVED_ON_HOLD', 'RECEIVED_QUARANTINED', 'RECEIVED_AWAITING_OPTIMAL_BATCH', 'RECEIVED_AWAITING_INFO',
    'SUPPLEMENTAL', 'RECEIVED', 'BATCH_ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'FAILED_QC',
    'FAILED_QC_CANCELED', 'RESET', 'IN_STORAGE')),
  director_approved_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  director_approved_at timestamptz,
  results_released_at timestamptz,
  billable boolean NOT NULL,
  other_species_text text,
  other_specimen_type_text text,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX specimen_entity_rev ON specimen (entity, rev);
CREATE UNIQUE INDEX specimen_julian_id ON specimen (julian_id);
CREATE UNIQUE INDEX specimen_requisition_number ON specimen (requisition_number, entity);
CREATE INDEX specimen_tube_barcode ON specimen (tube_barcode);
CREATE INDEX specimen_shipment_plate_barcode ON specimen (shipment_plate_barcode);
CREATE INDEX specimen_order_id ON specimen (order_id);
CREATE INDEX specimen_status ON specimen (status);
CREATE INDEX specimen_accession_group_id ON specimen (accession_group_id);
CREATE INDEX specimen_study_id ON specimen (study_id);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON specimen
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE barcode (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  value text NOT NULL,
  type text NOT NULL CHECK (type IN (
    'ORDER', 'REQUISITION', 'SPECIMEN', 'SAMPLE', 'PLATE', 'STORAGE', 'INVENTORY_ITEM', 'EQUIPMENT',
    'SEQUENCER', 'FLOW_CELL', 'DNA_BARCODE', 'SHIPMENT', 'USER_BADGE')),
  target_id text,
  alias_of_id text REFERENCES barcode (id) DEFERRABLE INITIALLY DEFERRED,
  printed_at timestamptz,
  printed_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  active boolean NOT NULL
);
CREATE UNIQUE INDEX barcode_value ON barcode (value) WHERE active AND NOT deleted;
CREATE INDEX barcode_target_id ON barcode (target_id);
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON barcode
  FOR EACH ROW EXECUTE FUNCTION sync_touch_target();

CREATE TABLE sample (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  specimen_id text REFERENCES specimen (id) DEFERRABLE INITIALLY DEFERRED,
  batch_id text,
  plate_location text,
  barcode_id text NOT NULL REFERENCES barcode (id) DEFERRABLE INITIALLY DEFERRED,
  barcode text NOT NULL,
  dna_barcode text,
  batch_order integer,
  assigned_user_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  failure_reason text CHECK (failure_reason IN (
    'EQUIPMENT_MALFUNCTION', 'INVENTORY_ISSUE', 'LAB_TECHNICIAN_ERROR', 'INSUFFICENT_RESULTS', 'BAD_SAMPLE')),
  failure_notes text,
  parent_sample_id text REFERENCES sample (id) DEFERRABLE INITIALLY DEFERRED,
  extracted_concentration numeric,
  extracted_volume numeric,
  sample_preparation_procedure_id text,
  extraction_procedure_id text,
  library_preparation_procedure_id text,
  sequencing_procedure_id text,
  status text NOT NULL CHECK (status IN (
    'CANCELED', 'ACTION_REQUIRED', 'DRAFT', 'PENDING_APPROVAL', 'ORDERED', 'SHIPPED', 'DELIVERED',
    'RECEIVED_ON_HOLD', 'RECEIVED_QUARANTINED', 'RECEIVED_AWAITING_OPTIMAL_BATCH', 'RECEIVED_AWAITING_INFO',
    'SUPPLEMENTAL', 'RECEIVED', 'IN_QUEUE', 'BATCH_ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'DEPLETED',
    'FAILED_QC', 'FAILED_VISUAL_INSPECTION', 'FAILED_BATCH_DUPLICATE', 'FAILED_QC_CANCELED', 'RESET',
    'IN_STORAGE')),
  stage text CHECK (stage IN ('PREPARATION', 'EXTRACTION', 'LIBRARY_PREPARATION', 'SEQUENCING')),
  sample_kind text NOT NULL CHECK (sample_kind IN ('PRIMARY', 'ALIQUOT', 'EXTRACT', 'LIBRARY', 'POOL', 'DUPLICATE')),
  duplicate_of_sample_id text REFERENCES sample (id) DEFERRABLE INITIALLY DEFERRED,
  storage_location_id text,
  storage_position text,
  custodian_user_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  checked_out_at timestamptz,
  check_out_purpose text CHECK (check_out_purpose IN ('BATCH', 'QC', 'INSPECTION', 'TRANSFER', 'SHIP_TO_CLIENT', 'DISPOSAL')),
  initial_volume numeric,
  remaining_volume numeric,
  fragment_length integer,
  flagged_for_review boolean NOT NULL,
  position_conflict boolean NOT NULL,
  failed_at timestamptz,
  failed_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  attempt integer NOT NULL,
  rev bigint NOT NULL DEFAULT 0,
  -- One live sample in a slot; judged at the end of the transaction, so that two samples can change places.
  CONSTRAINT sample_slot EXCLUDE USING btree (storage_location_id WITH =, storage_position WITH =)
    WHERE (storage_position IS NOT NULL AND NOT deleted) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX sample_entity_rev ON sample (entity, rev);
CREATE INDEX sample_barcode ON sample (barcode);
CREATE INDEX sample_specimen_id ON sample (specimen_id);
CREATE INDEX sample_batch_id ON sample (batch_id);
CREATE INDEX sample_parent_sample_id ON sample (parent_sample_id);
CREATE INDEX sample_storage_location_id ON sample (storage_location_id);
CREATE INDEX sample_status ON sample (status);
CREATE INDEX sample_custodian_user_id ON sample (custodian_user_id);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON sample
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE discrepancy (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  accession_group_id text NOT NULL REFERENCES accession_group (id) DEFERRABLE INITIALLY DEFERRED,
  specimen_id text REFERENCES specimen (id) DEFERRABLE INITIALLY DEFERRED,
  sample_id text REFERENCES sample (id) DEFERRABLE INITIALLY DEFERRED,
  type text NOT NULL CHECK (type IN (
    'MISSING', 'UNEXPECTED', 'DAMAGED', 'LEAKING', 'EMPTY', 'INSUFFICIENT_VOLUME', 'WRONG_LABEL', 'UNLABELED',
    'DUPLICATE_LABEL', 'WRONG_CONTAINER', 'WRONG_SPECIMEN_TYPE', 'WRONG_PLATE_POSITION',
    'TEMPERATURE_EXCURSION', 'CONTAMINATED', 'BEYOND_STABILITY', 'OTHER')),
  description text NOT NULL,
  photo_file_ids text[] NOT NULL DEFAULT '{}',
  resolution text NOT NULL CHECK (resolution IN (
    'OPEN', 'PROCEED_AT_RISK', 'REPLACE', 'RELABELED', 'LATE_ARRIVAL', 'RETURNED', 'DISPOSED', 'CANCELED')),
  resolution_note text,
  resolved_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  resolved_at timestamptz,
  CHECK (num_nonnulls(specimen_id, sample_id) = 1)
);
CREATE INDEX discrepancy_specimen_id ON discrepancy (specimen_id);
CREATE INDEX discrepancy_sample_id ON discrepancy (sample_id);
CREATE INDEX discrepancy_accession_group_id ON discrepancy (accession_group_id);
CREATE INDEX discrepancy_resolution ON discrepancy (resolution);
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON discrepancy
  FOR EACH ROW EXECUTE FUNCTION sync_touch('specimen', 'specimen_id');
CREATE TRIGGER sync_touch_sample AFTER INSERT OR UPDATE ON discrepancy
  FOR EACH ROW EXECUTE FUNCTION sync_touch('sample', 'sample_id');
