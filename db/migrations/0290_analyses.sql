-- Analyses in versions, with the limits of their results (domain-lab 13.1, 16).
CREATE TABLE analysis (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  code text NOT NULL,
  analysis_version integer NOT NULL CHECK (analysis_version >= 1),
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('DRAFT', 'PENDING', 'LIVE')),
  research boolean NOT NULL,
  description text,
  pipeline_uri text NOT NULL,
  parameters jsonb NOT NULL,
  reference_genome text,
  source_species text[] NOT NULL CHECK (source_species <@ ARRAY['HOMO_SAPIENS', 'MUS_MUSCULUS', 'DANIO_RERIO', 'BORRELIA_BURGDORFERI', 'LAMBDA', 'SUS_SCROFA',
    'GALLUS_GALLUS', 'CAENORHABDITIS_ELEGANS', 'DROSOPHILA_MELANOGASTER', 'PORIFERA', 'SYNTHETIC_NUCLEIC_ACIDS', 'OTHER']),
  outputs text[] NOT NULL CHECK (outputs <@ ARRAY['RAW_DATA', 'REPORT', 'QC_REPORT', 'SEQUENCING_QC_REPORT',
    'SUMMARY_REPORT', 'CLINICAL_REPORT', 'UNALIGNED_BAM', 'ALIGNED_BAM', 'POD5', 'METHYLATION', 'LAB_RESULTS',
    'PURCHASE_ORDER', 'ATTACHMENT', 'MANIFEST', 'CREDENTIALS']),
  min_yield_gb numeric,
  min_mean_q numeric,
  min_coverage numeric,
  supersedes_id text REFERENCES analysis (id) DEFERRABLE INITIALLY DEFERRED,
  author_ids text[] NOT NULL,
  submitted_at timestamptz,
  change_summary text,
  validated_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  validated_at timestamptz,
  return_reason text,
  CHECK ((status = 'LIVE') = (validated_at IS NOT NULL)),
  CHECK ((validated_at IS NULL) = (validated_by_id IS NULL)),
  CHECK ((status = 'DRAFT') = (submitted_at IS NULL))
);
CREATE UNIQUE INDEX analysis_code_version ON analysis (code, analysis_version, lab) WHERE NOT deleted;
CREATE INDEX analysis_status ON analysis (status);
CREATE TRIGGER stamp_lab BEFORE INSERT ON analysis FOR EACH ROW WHEN (NEW.lab IS NULL) EXECUTE FUNCTION stamp_lab();

ALTER TABLE protocol ADD FOREIGN KEY (analysis_id) REFERENCES analysis (id) DEFERRABLE INITIALLY DEFERRED;

-- Adds kinds to those that the constraint lists, whichever migration changed it last.
DO $$
DECLARE
  events text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'event_type_check');
BEGIN
  ALTER TABLE event DROP CONSTRAINT event_type_check;
  EXECUTE 'ALTER TABLE event ADD CONSTRAINT event_type_check ' || replace(events, 'ARRAY[',
    'ARRAY[''SAMPLE_YIELD_DECREASED''::text, ''SEQUENCING_CONTINUED''::text, ');
END $$;
