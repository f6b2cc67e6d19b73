-- What people ask of the lab, and the films that help them.
CREATE TABLE support_request (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  reference text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('ORDER', 'SHIPMENT', 'RESULTS', 'INVOICE', 'ACCOUNT', 'OTHER')),
  about text,
  message text NOT NULL,
  status text NOT NULL CHECK (status IN ('OPEN', 'CLOSED')),
  user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  outcome text,
  closed_at timestamptz,
  closed_by_id text
);
CREATE UNIQUE INDEX support_request_reference ON support_request (entity, reference);
CREATE INDEX support_request_entity_status ON support_request (entity, status, created_at);
CREATE INDEX support_request_user_id ON support_request (user_id, created_at);

CREATE TABLE help_video (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  title text NOT NULL,
  summary text NOT NULL,
  url text NOT NULL,
  seconds integer,
  captioned boolean NOT NULL,
  transcript text,
  audience text NOT NULL CHECK (audience IN ('CUSTOMERS', 'STAFF', 'EVERYBODY')),
  sort_order integer
);
CREATE INDEX help_video_entity ON help_video (entity, sort_order);
