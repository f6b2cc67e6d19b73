-- Brand and last four digits of the card of a payment, for its receipt.
ALTER TABLE payment ADD COLUMN card_brand text;
ALTER TABLE payment ADD COLUMN card_last4 text CHECK (card_last4 ~ '^\d{4}$');
-- Who agreed, with this payment, to saving its card for the organization.
ALTER TABLE payment ADD COLUMN card_consent_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED;

-- The card processor keeps the card; the lab knows its brand and last four digits.
CREATE TABLE saved_card (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  provider text NOT NULL CHECK (provider IN ('STRIPE', 'SIMULATOR')),
  payment_method_id text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^\d{4}$'),
  exp_month integer NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year integer NOT NULL,
  is_default boolean NOT NULL,
  consent_by_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX saved_card_company_id ON saved_card (company_id, created_at);
CREATE UNIQUE INDEX saved_card_payment_method_id ON saved_card (payment_method_id) WHERE NOT deleted;
CREATE TRIGGER stamp_lab BEFORE INSERT ON saved_card FOR EACH ROW WHEN (NEW.lab IS NULL) EXECUTE FUNCTION stamp_lab();

-- The organization as the card processor knows it.
CREATE TABLE card_customer (
  company_id text NOT NULL REFERENCES company (id),
  provider text NOT NULL CHECK (provider IN ('STRIPE', 'SIMULATOR')),
  customer_id text NOT NULL,
  PRIMARY KEY (company_id, provider)
);

-- The simulator's customers and cards; a card is known by what it does, its number is never kept.
ALTER TABLE card_simulator_intent ADD COLUMN customer_id text;
ALTER TABLE card_simulator_intent ADD COLUMN saves_card boolean NOT NULL DEFAULT false;
ALTER TABLE card_simulator_intent ADD COLUMN method_id text;
CREATE TABLE card_simulator_method (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  customer_id text,
  card_kind text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  exp_month integer NOT NULL,
  exp_year integer NOT NULL
);
ALTER TABLE card_simulator_intent ADD FOREIGN KEY (method_id) REFERENCES card_simulator_method (id);
