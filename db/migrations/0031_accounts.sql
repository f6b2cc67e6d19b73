-- Sessions that can be ended, invitations that wait, links sent by e-mail, and the outbox of e-mails.
ALTER TABLE "user" ADD COLUMN session_version integer NOT NULL DEFAULT 1;
ALTER TABLE user_company ADD COLUMN session_version integer NOT NULL DEFAULT 1;
ALTER TABLE user_company ADD COLUMN accepted_at timestamptz;
UPDATE user_company SET accepted_at = created_at;

CREATE TABLE email_token (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  kind text NOT NULL CHECK (kind IN ('EMAIL_SIGN_IN', 'EMAIL_VERIFICATION', 'PASSWORD_RESET', 'INVITATION')),
  token_hash text NOT NULL,
  user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  user_company_id text REFERENCES user_company (id) DEFERRABLE INITIALLY DEFERRED,
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE UNIQUE INDEX email_token_token_hash ON email_token (token_hash);
CREATE INDEX email_token_user_id ON email_token (user_id);
CREATE INDEX email_token_user_company_id ON email_token (user_company_id);

CREATE TABLE email (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  kind text NOT NULL CHECK (kind IN (
    'USER_INVITE', 'EMAIL_VERIFICATION', 'EMAIL_SIGN_IN', 'PASSWORD_RESET', 'COMPANY_VERIFICATION_NEEDED',
    'COMPANY_APPROVED', 'COMPANY_REJECTED', 'LICENSE_VERIFIED', 'LICENSE_PROBLEM', 'LICENSE_EXPIRING',
    'ORDER_CONFIRMATION', 'ORDER_RETURNED', 'ORDER_CANCELED', 'APPROVAL_NEEDED', 'PO_REVIEW_NEEDED',
    'ORDER_APPROVED', 'SHIPPING_LABEL', 'SHIPMENT_EXCEPTION', 'SPECIMENS_RECEIVED', 'STATUS_CHANGED',
    'DISCREPANCY_REPORT', 'ACTION_REQUIRED', 'INFO_REQUESTED', 'SPECIMEN_FAILED_QC', 'RESULTS_READY',
    'ORDER_COMPLETED', 'INVOICE_ISSUED', 'PAYMENT_RECEIPT', 'PAYMENT_FAILED', 'INVOICE_OVERDUE',
    'INVOICE_VOIDED', 'DATA_EXPIRY_WARNING', 'STATUS_DIGEST', 'NOTE_MENTION', 'SUPPORT_REQUEST',
    'SYNC_CONFLICT', 'STOCK_LOW', 'CERTIFICATION_DUE', 'RUN_FAILED', 'EMAIL_TEST')),
  "to" text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  data jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('QUEUED', 'SENT', 'FAILED')),
  attempts integer NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  last_error text,
  sent_at timestamptz
);
CREATE INDEX email_to ON email ("to");
CREATE INDEX email_queued ON email (next_attempt_at) WHERE status = 'QUEUED';
CREATE INDEX email_created_at ON email (entity, created_at);

-- How often something was tried in a while: counted here, so that every process counts the same. Keys are hashes.
CREATE UNLOGGED TABLE attempt (
  key text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  count integer NOT NULL
);
CREATE INDEX attempt_started_at ON attempt (started_at);
