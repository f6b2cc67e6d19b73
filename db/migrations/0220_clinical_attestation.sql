-- Consent and medical necessity of a clinical order with the indication of each patient, signed by typed name.
CREATE TABLE clinical_attestation (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  order_id text NOT NULL REFERENCES "order" (id) DEFERRABLE INITIALLY DEFERRED,
  indications jsonb NOT NULL,
  statement_version text NOT NULL,
  signed_name text NOT NULL,
  signed_by_user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  signed_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX clinical_attestation_order_id ON clinical_attestation (order_id);
CREATE TRIGGER stamp_lab BEFORE INSERT ON clinical_attestation FOR EACH ROW WHEN (NEW.lab IS NULL)
  EXECUTE FUNCTION stamp_lab();
