-- Notes, patients and saved filters; and how the lists of orders and invoices are searched and sorted.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE note (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  target_type text NOT NULL,
  target_id text NOT NULL,
  body jsonb NOT NULL,
  body_text text NOT NULL,
  author_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  visibility text NOT NULL CHECK (visibility IN ('INTERNAL', 'CUSTOMER')),
  pinned boolean NOT NULL,
  mentions text[] NOT NULL DEFAULT '{}',
  edited_at timestamptz
);
CREATE INDEX note_target_id ON note (target_id, created_at);
CREATE INDEX note_author_id ON note (author_id, created_at);
CREATE INDEX note_entity_created_at ON note (entity, created_at);

CREATE TABLE patient (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  dob date NOT NULL,
  medical_record_number text NOT NULL,
  original_company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  medical_group_company_id text REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  sex_at_birth text CHECK (sex_at_birth IN ('FEMALE', 'MALE', 'INTERSEX', 'UNKNOWN')),
  email text,
  phone text
);
-- A record number stands once in a medical group, or in a clinic that belongs to none.
CREATE UNIQUE INDEX patient_record_number
  ON patient (coalesce(medical_group_company_id, original_company_id), medical_record_number) WHERE NOT deleted;
CREATE INDEX patient_medical_record_number ON patient (medical_record_number);
CREATE INDEX patient_original_company_id ON patient (original_company_id, last_name);
CREATE INDEX patient_medical_group_company_id ON patient (medical_group_company_id, last_name);
CREATE INDEX patient_search ON patient USING gin (
  last_name gin_trgm_ops, first_name gin_trgm_ops, medical_record_number gin_trgm_ops);
ALTER TABLE specimen ADD FOREIGN KEY (patient_id) REFERENCES patient (id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX specimen_patient_id ON specimen (patient_id) WHERE patient_id IS NOT NULL;

CREATE TABLE saved_filter (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  user_company_id text NOT NULL REFERENCES user_company (id) DEFERRABLE INITIALLY DEFERRED,
  list text NOT NULL,
  name text NOT NULL,
  query jsonb NOT NULL,
  is_default boolean NOT NULL
);
CREATE UNIQUE INDEX saved_filter_name ON saved_filter (user_company_id, list, lower(name)) WHERE NOT deleted;
CREATE UNIQUE INDEX saved_filter_default ON saved_filter (user_company_id, list) WHERE is_default AND NOT deleted;

-- Lists of orders. Columns that are never null are sorted both ways by one index, so their queries name no NULLS.
CREATE INDEX order_entity_created_at ON "order" (entity, created_at);
CREATE INDEX order_entity_order_number ON "order" (entity, order_number);
CREATE INDEX order_entity_status ON "order" (entity, status, created_at);
CREATE INDEX order_entity_payment_status ON "order" (entity, payment_status, created_at);
CREATE INDEX order_company_id_created_at ON "order" (company_id, created_at);
CREATE INDEX order_entity_submitted_at ON "order" (entity, submitted_at DESC NULLS LAST);
CREATE INDEX order_project_id ON "order" (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX order_source_order_id ON "order" (source_order_id) WHERE source_order_id IS NOT NULL;
DROP INDEX order_company_id;

-- Any part of what people type: an order, purchase order, tracking or invoice number.
CREATE INDEX order_search ON "order" USING gin (
  order_number gin_trgm_ops, tracking_number gin_trgm_ops, purchase_order_number gin_trgm_ops);
CREATE INDEX invoice_search ON invoice USING gin (
  invoice_number gin_trgm_ops, customer_purchase_order gin_trgm_ops);
