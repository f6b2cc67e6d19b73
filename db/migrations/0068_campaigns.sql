-- Programmes that a sponsor pays for: orders name one by its code.
CREATE TABLE campaign (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  code text NOT NULL,
  name text NOT NULL,
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'ENDED'))
);
CREATE UNIQUE INDEX campaign_entity_code ON campaign (entity, code) WHERE NOT deleted;
CREATE INDEX campaign_code ON campaign (code);
CREATE INDEX campaign_company_id ON campaign (company_id);
