-- The storage tree. Names of siblings are judged by the rules, not by an index: a box that was really moved must be kept.
CREATE TABLE storage_management (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  type text NOT NULL CHECK (type IN (
    'SITE', 'ROOM', 'FREEZER', 'REFRIGERATOR', 'CRYO_TANK', 'CABINET', 'BENCH', 'SHELF', 'DRAWER', 'RACK', 'BOX',
    'TUBE_RACK', 'PLATE', 'DISPOSED', 'SENT_TO_CLIENT')),
  name text NOT NULL,
  barcode_id text,
  barcode text,
  parent_id text REFERENCES storage_management (id),
  position_in_parent text,
  "rows" integer,
  "columns" integer,
  temperature numeric,
  capacity integer,
  restricted_to text[] NOT NULL DEFAULT '{}' CHECK (restricted_to <@ ARRAY[
    'ADMIN', 'BILLING_MANAGER', 'COMPANY_MANAGER', 'COMPANY_USER', 'CS_MANAGER', 'CS_REP', 'DEVELOPER',
    'INSTITUTION_MANAGER', 'INSTITUTION_USER', 'LAB_MANAGER', 'LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR',
    'LAB_TECH', 'PROJECT_MANAGER', 'RESEARCH_ASSISTANT', 'SALES_LEADER', 'SALES_REP', 'CLINICIAN',
    'CLINICAL_BILLING_MANAGER', 'CLINICAL_MANAGER']),
  equipment_id text,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'FULL', 'RETIRED')),
  quarantine boolean NOT NULL DEFAULT false,
  rev bigint NOT NULL DEFAULT 0,
  CHECK (parent_id IS DISTINCT FROM id)
);
CREATE INDEX storage_management_entity_rev ON storage_management (entity, rev);
CREATE INDEX storage_management_parent_id ON storage_management (parent_id);
CREATE INDEX storage_management_barcode ON storage_management (barcode);
CREATE INDEX storage_management_type ON storage_management (type);
CREATE UNIQUE INDEX storage_management_one_end_place ON storage_management (entity, type)
  WHERE type IN ('DISPOSED', 'SENT_TO_CLIENT') AND NOT deleted;
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON storage_management
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();
