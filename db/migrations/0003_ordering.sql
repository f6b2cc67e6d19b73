-- Services, orders and their packages. Keys to protocols and projects come with those tables.
CREATE TABLE service (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  protocol_id text NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  summary text NOT NULL,
  description text,
  category text,
  status text NOT NULL CHECK (status IN ('DRAFT', 'LIVE', 'NOT_A_SERVICE')),
  image_file_id text,
  sort_order integer,
  package_types text[] NOT NULL DEFAULT '{}' CHECK (package_types <@ ARRAY['TUBE', 'PLATE']),
  min_specimens integer NOT NULL,
  max_specimens integer,
  deliverables text[] NOT NULL DEFAULT '{}' CHECK (deliverables <@ ARRAY[
    'RAW_DATA', 'REPORT', 'QC_REPORT', 'SEQUENCING_QC_REPORT', 'SUMMARY_REPORT', 'CLINICAL_REPORT',
    'UNALIGNED_BAM', 'ALIGNED_BAM', 'POD5', 'METHYLATION', 'LAB_RESULTS', 'PURCHASE_ORDER', 'ATTACHMENT',
    'MANIFEST', 'CREDENTIALS']),
  turnaround_text text,
  clinical boolean NOT NULL,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX service_entity_rev ON service (entity, rev);
CREATE UNIQUE INDEX service_protocol_id ON service (protocol_id);
CREATE UNIQUE INDEX service_slug ON service (slug, entity);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON service
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE "order" (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  status text NOT NULL CHECK (status IN (
    'DRAFT', 'PO_UNDER_REVIEW', 'PENDING_APPROVAL', 'ANTICIPATED', 'ORDERED', 'CANCELED', 'SHIPPED',
    'QUARANTINED', 'RECEIVED', 'ON_HOLD', 'PROCESSING', 'PENDING_COMPLETION', 'COMPLETED')),
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  payment_status text NOT NULL CHECK (payment_status IN (
    'PENDING', 'SERVICE_IN_PROGRESS', 'AWAITING_BILLING', 'BILLED', 'AWAITING_PAYMENT', 'PROCESSING',
    'PARTIALLY_PAID', 'PAID_IN_FULL', 'PARTIALLY_FAILED', 'FAILED', 'CANCELED', 'VOID')),
  shipment_status text NOT NULL CHECK (shipment_status IN ('NOT_STARTED', 'PRE_TRANSIT', 'IN_TRANSIT', 'RECEIVED', 'RETURNED', 'FAILED')),
  shipping_label_url text,
  tracking_number text,
  carrier text,
  tracking_url text,
  payment_intent_id text,
  total bigint NOT NULL,
  subtotal bigint NOT NULL,
  price_per_specimen bigint NOT NULL,
  discount_per_specimen bigint NOT NULL,
  order_type text NOT NULL CHECK (order_type IN ('ONLINE', 'CAMPAIGN', 'PURCHASE_ORDER', 'SALES_ORDER')),
  order_classification text NOT NULL CHECK (order_classification IN ('STANDARD', 'REWORK', 'SUPPLEMENTAL')),
  projected_specimen_count integer NOT NULL,
  package_type text NOT NULL CHECK (package_type IN ('TUBE', 'PLATE')),
  post_sequence_option text NOT NULL CHECK (post_sequence_option IN ('DESTROY', 'SHIP', 'STORE')),
  billing_verified_purchase_order boolean NOT NULL,
  order_number text NOT NULL,
  protocol_id text NOT NULL,
  project_id text,
  created_by_user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  purchase_order_number text,
  purchase_order_file_id text,
  sales_order_number text,
  campaign_code text,
  source_order_id text REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  submitted_at timestamptz,
  approved_at timestamptz,
  approved_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  received_at timestamptz,
  completed_at timestamptz,
  canceled_at timestamptz,
  cancel_reason text,
  hold_reason text,
  return_reason text,
  held_from_status text CHECK (held_from_status IN (
    'DRAFT', 'PO_UNDER_REVIEW', 'PENDING_APPROVAL', 'ANTICIPATED', 'ORDERED', 'CANCELED', 'SHIPPED',
    'QUARANTINED', 'RECEIVED', 'ON_HOLD', 'PROCESSING', 'PENDING_COMPLETION', 'COMPLETED')),
  billing_address jsonb NOT NULL,
  shipping_address jsonb,
  plate_count integer,
  package_count integer NOT NULL,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX order_entity_rev ON "order" (entity, rev);
CREATE UNIQUE INDEX order_order_number ON "order" (order_number);
CREATE INDEX order_tracking_number ON "order" (tracking_number);
CREATE INDEX order_company_id ON "order" (company_id);
CREATE INDEX order_status ON "order" (status);
CREATE INDEX order_protocol_id ON "order" (protocol_id);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON "order"
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE shipment (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  order_id text NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  direction text NOT NULL CHECK (direction IN ('INBOUND', 'KIT_OUT', 'RETURN')),
  status text NOT NULL CHECK (status IN ('NOT_STARTED', 'PRE_TRANSIT', 'IN_TRANSIT', 'RECEIVED', 'RETURNED', 'FAILED')),
  carrier text,
  service_level text,
  tracking_number text,
  label_url text,
  rate_cost bigint,
  package_count integer,
  temperature text CHECK (temperature IN ('AMBIENT', 'REFRIGERATED', 'FROZEN', 'DRY_ICE')),
  estimated_delivery date,
  carrier_status text,
  last_event_at timestamptz
);
CREATE INDEX shipment_order_id ON shipment (order_id);
CREATE INDEX shipment_tracking_number ON shipment (tracking_number);
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON shipment
  FOR EACH ROW EXECUTE FUNCTION sync_touch('order', 'order_id');

CREATE TABLE data_use_info (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  order_id text NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  agreement_types text[] NOT NULL DEFAULT '{}' CHECK (agreement_types <@ ARRAY[
    'NO_RIGHTS', 'DEIDENTIFIED_DATA', 'CLIENT_NAME', 'REDISTRIBUTE_OR_SELL', 'OTHER']),
  other_text text,
  retention_period text NOT NULL CHECK (retention_period IN (
    'YEARS_1', 'YEARS_2', 'YEARS_3', 'YEARS_4', 'YEARS_5', 'YEARS_6', 'YEARS_7', 'YEARS_8', 'YEARS_9',
    'YEARS_10', 'YEARS_15', 'INDEFINITE')),
  accepted_by_user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  accepted_at timestamptz NOT NULL,
  agreement_version text NOT NULL
);
CREATE UNIQUE INDEX data_use_info_order_id ON data_use_info (order_id);
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON data_use_info
  FOR EACH ROW EXECUTE FUNCTION sync_touch('order', 'order_id');
