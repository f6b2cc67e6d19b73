-- Prices, projects, invoices, payments and approvals. None of it goes to a device of the bench.
CREATE TABLE project (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  description text,
  start_date date,
  end_date date,
  manager_user_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  customer_contact_user_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'CLOSED')),
  net_suite_project_id text
);
CREATE UNIQUE INDEX project_company_id_name ON project (company_id, lower(name)) WHERE NOT deleted;
CREATE INDEX project_entity_status ON project (entity, status, created_at);
ALTER TABLE "order" ADD FOREIGN KEY (project_id) REFERENCES project (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "order" ADD FOREIGN KEY (purchase_order_file_id) REFERENCES s3_file (id) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE price (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  protocol_id text NOT NULL REFERENCES protocol (id) DEFERRABLE INITIALLY DEFERRED,
  amount bigint NOT NULL CHECK (amount >= 0),
  min_quantity integer NOT NULL CHECK (min_quantity >= 1),
  company_type text CHECK (company_type IN ('COMPANY', 'UNIVERSITY', 'CLINIC', 'RESEARCH')),
  effective_from date NOT NULL,
  effective_to date,
  created_reason text
);
CREATE INDEX price_protocol_id ON price (protocol_id, min_quantity);

CREATE TABLE project_based_pricing (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  project_id text NOT NULL REFERENCES project (id) DEFERRABLE INITIALLY DEFERRED,
  protocol_id text NOT NULL REFERENCES protocol (id) DEFERRABLE INITIALLY DEFERRED,
  amount bigint NOT NULL CHECK (amount >= 0),
  effective_from date NOT NULL,
  effective_to date,
  max_specimens integer,
  approved_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  approved_at timestamptz
);
CREATE INDEX project_based_pricing_project_id ON project_based_pricing (project_id, protocol_id);
CREATE INDEX project_based_pricing_protocol_id ON project_based_pricing (protocol_id);

CREATE TABLE invoice (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  invoice_number text NOT NULL,
  due_date date,
  total_due bigint NOT NULL CHECK (total_due >= 0),
  voided boolean NOT NULL,
  customer_purchase_order text,
  statement_of_work text,
  status text NOT NULL CHECK (status IN (
    'PENDING', 'SERVICE_IN_PROGRESS', 'AWAITING_BILLING', 'BILLED', 'AWAITING_PAYMENT', 'PROCESSING',
    'PARTIALLY_PAID', 'PAID_IN_FULL', 'PARTIALLY_FAILED', 'FAILED', 'CANCELED', 'VOID')),
  order_id text NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  subtotal bigint NOT NULL CHECK (subtotal >= 0),
  adjustment_total bigint NOT NULL,
  amount_paid bigint NOT NULL,
  issued_at timestamptz,
  void_reason text,
  corrects_invoice_id text REFERENCES invoice (id) DEFERRABLE INITIALLY DEFERRED,
  pdf_file_id text REFERENCES s3_file (id) DEFERRABLE INITIALLY DEFERRED,
  net_suite_invoice_id text,
  billing_address jsonb,
  billing_emails text[] NOT NULL DEFAULT '{}',
  reminded_days integer,
  CONSTRAINT invoice_sums CHECK (total_due = subtotal + adjustment_total),
  CONSTRAINT invoice_issued CHECK ((issued_at IS NULL) = (invoice_number LIKE 'DRAFT-%') AND (issued_at IS NULL OR due_date IS NOT NULL)),
  CONSTRAINT invoice_voided CHECK (voided = (status = 'VOID'))
);
CREATE UNIQUE INDEX invoice_invoice_number ON invoice (invoice_number);
CREATE INDEX invoice_order_id ON invoice (order_id);
CREATE INDEX invoice_company_id ON invoice (company_id, created_at);
CREATE INDEX invoice_status ON invoice (status, due_date);
CREATE INDEX invoice_corrects_invoice_id ON invoice (corrects_invoice_id);
CREATE INDEX invoice_entity_created_at ON invoice (entity, created_at);
CREATE INDEX invoice_entity_issued_at ON invoice (entity, issued_at);

-- What was issued stays as it was sent; it is voided and corrected by another one.
CREATE FUNCTION issued_invoice_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.issued_at IS NULL THEN RETURN NEW; END IF;
  IF (NEW.issued_at, NEW.invoice_number, NEW.due_date, NEW.order_id, NEW.company_id, NEW.entity,
      NEW.subtotal, NEW.adjustment_total, NEW.total_due, NEW.corrects_invoice_id)
    IS DISTINCT FROM
     (OLD.issued_at, OLD.invoice_number, OLD.due_date, OLD.order_id, OLD.company_id, OLD.entity,
      OLD.subtotal, OLD.adjustment_total, OLD.total_due, OLD.corrects_invoice_id)
    OR (NEW.deleted AND NOT OLD.deleted)
  THEN
    RAISE EXCEPTION 'Invoice % has been issued and cannot be changed.', OLD.invoice_number;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER issued_stays BEFORE UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION issued_invoice_stays();

CREATE TABLE price_adjustment (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  order_id text NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  invoice_id text REFERENCES invoice (id) DEFERRABLE INITIALLY DEFERRED,
  type text NOT NULL CHECK (type IN ('DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'FEE')),
  percent_bps integer CHECK (percent_bps BETWEEN 1 AND 10000),
  amount bigint CHECK (amount > 0),
  label text NOT NULL,
  reason text NOT NULL,
  computed_amount bigint NOT NULL CHECK (computed_amount >= 0),
  "order" integer NOT NULL,
  status text NOT NULL CHECK (status IN ('PROPOSED', 'APPROVED', 'REJECTED')),
  approved_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  approved_at timestamptz,
  CONSTRAINT price_adjustment_size CHECK (
    (type = 'DISCOUNT_PERCENT') = (percent_bps IS NOT NULL) AND (type = 'DISCOUNT_PERCENT') = (amount IS NULL))
);
CREATE INDEX price_adjustment_order_id ON price_adjustment (order_id, "order");
CREATE INDEX price_adjustment_invoice_id ON price_adjustment (invoice_id);
CREATE INDEX price_adjustment_status ON price_adjustment (status, created_at);

CREATE TABLE invoice_line (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  invoice_id text NOT NULL REFERENCES invoice (id) DEFERRABLE INITIALLY DEFERRED,
  kind text NOT NULL CHECK (kind IN ('SPECIMENS', 'ADJUSTMENT')),
  description text NOT NULL,
  quantity integer NOT NULL CHECK (quantity >= 1),
  unit_price bigint NOT NULL,
  amount bigint NOT NULL,
  specimen_ids text[] NOT NULL DEFAULT '{}',
  price_adjustment_id text REFERENCES price_adjustment (id) DEFERRABLE INITIALLY DEFERRED,
  "order" integer NOT NULL,
  CONSTRAINT invoice_line_multiplies CHECK (amount = quantity * unit_price)
);
CREATE INDEX invoice_line_invoice_id ON invoice_line (invoice_id, "order");
CREATE INDEX invoice_line_price_adjustment_id ON invoice_line (price_adjustment_id);
CREATE INDEX invoice_line_specimen_ids ON invoice_line USING gin (specimen_ids);

CREATE FUNCTION issued_lines_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM invoice WHERE id = OLD.invoice_id AND issued_at IS NOT NULL) THEN
    RAISE EXCEPTION 'The lines of an issued invoice cannot be changed.';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER issued_stays BEFORE UPDATE OR DELETE ON invoice_line
  FOR EACH ROW EXECUTE FUNCTION issued_lines_stay();

CREATE TABLE payment (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  invoice_id text NOT NULL REFERENCES invoice (id) DEFERRABLE INITIALLY DEFERRED,
  kind text NOT NULL CHECK (kind IN ('CARD', 'CHECK', 'WIRE', 'ACH', 'REFUND', 'WRITE_OFF')),
  amount bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED')),
  payment_intent_id text,
  failure_code text,
  reference text,
  received_at timestamptz,
  recorded_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  reason text,
  refunds_payment_id text REFERENCES payment (id) DEFERRABLE INITIALLY DEFERRED,
  provider_refund_id text,
  idempotency_key text,
  attempt integer NOT NULL CHECK (attempt >= 1),
  CONSTRAINT payment_sign CHECK (CASE kind WHEN 'REFUND' THEN amount < 0 ELSE amount > 0 END)
);
CREATE INDEX payment_invoice_id ON payment (invoice_id, attempt);
CREATE UNIQUE INDEX payment_payment_intent_id ON payment (payment_intent_id);
CREATE INDEX payment_refunds_payment_id ON payment (refunds_payment_id);
CREATE UNIQUE INDEX payment_provider_refund_id ON payment (provider_refund_id);
CREATE UNIQUE INDEX payment_idempotency_key ON payment (idempotency_key);
CREATE INDEX payment_entity_received_at ON payment (entity, received_at);

CREATE TABLE payment_event (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  provider text NOT NULL CHECK (provider IN ('STRIPE', 'SIMULATOR')),
  event_id text NOT NULL,
  kind text NOT NULL,
  payload_hash text NOT NULL,
  payment_intent_id text,
  received_at timestamptz NOT NULL,
  applied_at timestamptz,
  outcome text
);
CREATE UNIQUE INDEX payment_event_event_id ON payment_event (event_id, provider);
CREATE INDEX payment_event_payment_intent_id ON payment_event (payment_intent_id);
CREATE INDEX payment_event_received_at ON payment_event (entity, received_at);

-- The numbers that were given last: read and raised by the operation that gives the next one.
CREATE TABLE invoice_sequence (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  year integer NOT NULL,
  last integer NOT NULL CHECK (last >= 0)
);
CREATE UNIQUE INDEX invoice_sequence_year ON invoice_sequence (year, entity);

CREATE TABLE order_sequence (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  last integer NOT NULL CHECK (last >= 0)
);
CREATE UNIQUE INDEX order_sequence_entity ON order_sequence (entity);
-- Orders that were there before their numbers were counted.
INSERT INTO order_sequence (id, created_at, updated_at, entity, last)
  SELECT 'order-sequence-' || lower(entity), now(), now(), entity, max(substring(order_number FROM 3)::integer)
    FROM "order" GROUP BY entity;

CREATE TABLE order_approval (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  order_id text NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  kind text NOT NULL CHECK (kind IN (
    'PURCHASE_ORDER', 'DISCOUNT', 'DISCOUNT_BILLING', 'REWORK', 'CREDIT_LIMIT', 'COMPANY_MANAGER')),
  status text NOT NULL CHECK (status IN ('OPEN', 'APPROVED', 'RETURNED', 'DECLINED', 'WITHDRAWN')),
  decided_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  decided_at timestamptz,
  reason text,
  detail jsonb NOT NULL,
  CONSTRAINT order_approval_decided CHECK ((status = 'OPEN') = (decided_at IS NULL))
);
CREATE INDEX order_approval_order_id ON order_approval (order_id);
CREATE INDEX order_approval_status ON order_approval (status, entity, created_at);
CREATE UNIQUE INDEX order_approval_open ON order_approval (order_id, kind) WHERE status = 'OPEN' AND NOT deleted;

-- An approver who is not at the desk gets a link that is good once; it names what it decides.
ALTER TABLE email_token ADD COLUMN target_id text;
CREATE INDEX email_token_target_id ON email_token (target_id);
ALTER TABLE email_token DROP CONSTRAINT email_token_kind_check;
ALTER TABLE email_token ADD CONSTRAINT email_token_kind_check CHECK (kind IN (
  'EMAIL_SIGN_IN', 'EMAIL_VERIFICATION', 'PASSWORD_RESET', 'INVITATION', 'ORDER_APPROVAL'));
