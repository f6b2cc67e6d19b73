-- Sequencers, their runs, and what a run gave for each sample (domain-lab 15).
CREATE TABLE sequencer (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  name text NOT NULL,
  model text NOT NULL CHECK (model IN ('MINION', 'MK1C', 'MK1D', 'GRIDION', 'PROMETHION_2_SOLO', 'P2_INTEGRATED',
    'PROMETHION_24', 'PROMETHION_48')),
  serial_number text NOT NULL,
  positions text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'OFFLINE', 'MAINTENANCE', 'RETIRED')),
  host_name text,
  equipment_id text REFERENCES equipment (id) DEFERRABLE INITIALLY DEFERRED,
  status_reason text,
  last_heartbeat_at timestamptz
);
CREATE UNIQUE INDEX sequencer_serial_number ON sequencer (serial_number, lab) WHERE NOT deleted;
CREATE TRIGGER stamp_lab BEFORE INSERT ON sequencer FOR EACH ROW WHEN (NEW.lab IS NULL) EXECUTE FUNCTION stamp_lab();

CREATE TABLE batch_result (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  batch_id text NOT NULL REFERENCES batch (id) DEFERRABLE INITIALLY DEFERRED,
  sequencer_id text REFERENCES sequencer (id) DEFERRABLE INITIALLY DEFERRED,
  instrument_serial text,
  position_name text,
  flow_cell_id text,
  flow_cell_product_code text,
  flow_cell_inventory_item_id text REFERENCES inventory_item (id) DEFERRABLE INITIALLY DEFERRED,
  pores_at_start integer,
  kit text,
  experiment_id text,
  minknow_run_id text NOT NULL,
  acquisition_id text,
  run_status text NOT NULL CHECK (run_status IN ('IN_PROGRESS', 'PROTOCOL_COMPLETED',
    'PROTOCOL_FINISHED_WITH_DEVICE_ERROR', 'PROTOCOL_STOPPED_BY_USER', 'PROTOCOL_FINISHED_WITH_ERROR_NO_DISK_SPACE')),
  raw_state text,
  stop_origin text,
  software_version text,
  basecalled boolean NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  reads_pass bigint NOT NULL,
  reads_fail bigint NOT NULL,
  bases_pass bigint NOT NULL,
  bases_fail bigint NOT NULL,
  estimated_bases bigint NOT NULL,
  n50 integer,
  n50_source text CHECK (n50_source IN ('basecalled', 'estimated', 'modal', 'mean')),
  mean_qscore numeric,
  qscore_source text CHECK (qscore_source IN ('basecalled', 'estimated', 'modal', 'mean')),
  output_path text,
  report_file_id text REFERENCES s3_file (id) DEFERRABLE INITIALLY DEFERRED,
  attempt integer NOT NULL,
  is_final boolean NOT NULL,
  imported_from jsonb NOT NULL,
  unassigned jsonb NOT NULL,
  plots jsonb NOT NULL,
  qc_verdict text NOT NULL CHECK (qc_verdict IN ('PENDING', 'PASS', 'PARTIAL', 'FAIL')),
  counts_for_order boolean NOT NULL,
  "analyse" boolean NOT NULL,
  verdict_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  verdict_at timestamptz,
  verdict_reason text,
  -- A failed run leaves the sums of its samples.
  CHECK (qc_verdict <> 'FAIL' OR NOT (counts_for_order OR "analyse")),
  CHECK ((qc_verdict = 'PENDING') = (verdict_at IS NULL))
);
-- One run is one result, however often its folder is imported.
CREATE UNIQUE INDEX batch_result_minknow_run_id ON batch_result (minknow_run_id, lab) WHERE NOT deleted;
CREATE INDEX batch_result_batch_id ON batch_result (batch_id);
CREATE INDEX batch_result_flow_cell_id ON batch_result (flow_cell_id);
CREATE INDEX batch_result_sequencer_id ON batch_result (sequencer_id);
CREATE TRIGGER stamp_lab BEFORE INSERT ON batch_result FOR EACH ROW WHEN (NEW.lab IS NULL)
  EXECUTE FUNCTION stamp_lab();

CREATE TABLE sample_result (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  sample_id text NOT NULL REFERENCES sample (id) DEFERRABLE INITIALLY DEFERRED,
  batch_result_id text NOT NULL REFERENCES batch_result (id) DEFERRABLE INITIALLY DEFERRED,
  specimen_id text REFERENCES specimen (id) DEFERRABLE INITIALLY DEFERRED,
  dna_barcode text,
  reads_pass bigint NOT NULL,
  bases_pass bigint NOT NULL,
  estimated_bases bigint NOT NULL,
  n50 integer,
  mean_read_length numeric,
  mean_qscore numeric,
  mean_coverage numeric,
  percent_aligned numeric,
  cumulative_bases bigint NOT NULL,
  qc_status text NOT NULL CHECK (qc_status IN ('PENDING', 'PASS', 'FAIL')),
  verdict_reason text,
  overridden_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  superseded_by_id text REFERENCES sample_result (id) DEFERRABLE INITIALLY DEFERRED,
  comment text,
  -- Only a person fails a sample.
  CHECK (qc_status <> 'FAIL' OR overridden_by_id IS NOT NULL)
);
CREATE UNIQUE INDEX sample_result_of_run ON sample_result (batch_result_id, sample_id) WHERE NOT deleted;
CREATE INDEX sample_result_sample_id ON sample_result (sample_id);
CREATE INDEX sample_result_specimen_id ON sample_result (specimen_id);
CREATE TRIGGER stamp_lab BEFORE INSERT ON sample_result FOR EACH ROW WHEN (NEW.lab IS NULL)
  EXECUTE FUNCTION stamp_lab();

ALTER TABLE batch ADD FOREIGN KEY (sequencer_id) REFERENCES sequencer (id) DEFERRABLE INITIALLY DEFERRED;

-- Adds kinds to those that the constraint lists, whichever migration changed it last.
DO $$
DECLARE
  events text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'event_type_check');
BEGIN
  ALTER TABLE event DROP CONSTRAINT event_type_check;
  EXECUTE 'ALTER TABLE event ADD CONSTRAINT event_type_check ' || replace(events, 'ARRAY[',
    'ARRAY[''RUN_IMPORTED''::text, ''RUN_JUDGED''::text, ''SAMPLE_RESULT_JUDGED''::text,
    ''SEQUENCER_ADDED''::text, ''SEQUENCER_UPDATED''::text, ');
END $$;
