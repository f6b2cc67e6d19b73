-- Companies, people and their memberships.
CREATE TABLE "user" (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  email text NOT NULL,
  name text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
  password text,
  pin text,
  google_id text,
  image text,
  email_verified timestamptz,
  is_super_admin boolean NOT NULL,
  pin_set_at timestamptz,
  pin_failed_count integer NOT NULL,
  pin_locked_until timestamptz
);
CREATE UNIQUE INDEX user_email ON "user" (email);
CREATE INDEX user_google_id ON "user" (google_id);

CREATE TABLE company (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('COMPANY', 'UNIVERSITY', 'CLINIC', 'RESEARCH')),
  status text NOT NULL CHECK (status IN ('ACTIVE', 'ON_HOLD')),
  verification_status text NOT NULL CHECK (verification_status IN ('NOT_APPLICABLE', 'PENDING', 'APPROVED', 'REJECTED')),
  billing_emails text[] NOT NULL DEFAULT '{}',
  employer_identification_number text,
  parent_company_id text REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  payment_terms_days integer NOT NULL,
  allow_purchase_order boolean NOT NULL,
  credit_limit bigint,
  hold_reason text,
  net_suite_customer_id text,
  sales_rep_user_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  order_approval_required boolean NOT NULL,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX company_entity_rev ON company (entity, rev);
CREATE INDEX company_name ON company (name);
CREATE INDEX company_parent_company_id ON company (parent_company_id);
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON company
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE user_company (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  role text NOT NULL CHECK (role IN (
    'ADMIN', 'BILLING_MANAGER', 'COMPANY_MANAGER', 'COMPANY_USER', 'CS_MANAGER', 'CS_REP', 'DEVELOPER',
    'INSTITUTION_MANAGER', 'INSTITUTION_USER', 'LAB_MANAGER', 'LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR',
    'LAB_TECH', 'PROJECT_MANAGER', 'RESEARCH_ASSISTANT', 'SALES_LEADER', 'SALES_REP', 'CLINICIAN',
    'CLINICAL_BILLING_MANAGER', 'CLINICAL_MANAGER')),
  deactivated boolean NOT NULL,
  last_login timestamptz,
  invited_at timestamptz,
  invited_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  rev bigint NOT NULL DEFAULT 0
);
CREATE INDEX user_company_entity_rev ON user_company (entity, rev);
CREATE UNIQUE INDEX user_company_user_id ON user_company (user_id, company_id);
CREATE INDEX user_company_company_id ON user_company (company_id);
-- Devices know the membership as a person; a sign-in changes nothing of that and makes no revision.
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE OF role, deactivated, deleted, rev ON user_company
  FOR EACH ROW EXECUTE FUNCTION sync_stamp();

CREATE TABLE preference (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  email_update_frequency text NOT NULL CHECK (email_update_frequency IN ('NONE', 'DAILY', 'WEEKLY', 'MONTHLY')),
  order_complete_email boolean NOT NULL,
  last_digest_at timestamptz
);
CREATE UNIQUE INDEX preference_user_id ON preference (user_id);

CREATE TABLE permission_group (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  name text NOT NULL,
  permissions text[] NOT NULL DEFAULT '{}' CHECK (permissions <@ ARRAY[
    'USERS_EDIT', 'USERS_EDIT_ALL', 'USERS_VIEW', 'USERS_VIEW_ALL', 'COMPANY_EDIT', 'COMPANY_EDIT_ALL',
    'COMPANY_VIEW', 'COMPANY_VIEW_ALL', 'EVENT_LOG_VIEW', 'EVENT_LOG_VIEW_ALL', 'PATIENTS_EDIT',
    'PATIENTS_EDIT_ALL', 'PATIENTS_VIEW', 'PATIENTS_VIEW_ALL', 'CLINICIAN_LICENSE_EDIT',
    'CLINICIAN_LICENSE_EDIT_ALL', 'PERMISSIONS_EDIT']),
  roles text[] NOT NULL DEFAULT '{}' CHECK (roles <@ ARRAY[
    'ADMIN', 'BILLING_MANAGER', 'COMPANY_MANAGER', 'COMPANY_USER', 'CS_MANAGER', 'CS_REP', 'DEVELOPER',
    'INSTITUTION_MANAGER', 'INSTITUTION_USER', 'LAB_MANAGER', 'LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR',
    'LAB_TECH', 'PROJECT_MANAGER', 'RESEARCH_ASSISTANT', 'SALES_LEADER', 'SALES_REP', 'CLINICIAN',
    'CLINICAL_BILLING_MANAGER', 'CLINICAL_MANAGER'])
);
CREATE INDEX permission_group_name ON permission_group (name);

CREATE TABLE signing_key (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  device_id text NOT NULL,
  public_key jsonb NOT NULL
);
CREATE INDEX signing_key_user_id ON signing_key (user_id);
CREATE INDEX signing_key_device_id ON signing_key (device_id);

CREATE TABLE address (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  kind text NOT NULL CHECK (kind IN ('BILLING', 'SHIPPING', 'SITE')),
  attention text,
  line1 text NOT NULL,
  line2 text,
  city text NOT NULL,
  state text NOT NULL,
  postal_code text NOT NULL,
  country text NOT NULL,
  phone text,
  company_id text REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  is_default boolean NOT NULL
);
CREATE INDEX address_company_id ON address (company_id);

-- Colleagues as devices know them. Customers' people are shown as deleted, so that no device carries them.
CREATE VIEW person AS
SELECT
  uc.id,
  uc.created_at,
  uc.created_by_id,
  greatest(uc.updated_at, u.updated_at) AS updated_at,
  uc.version,
  uc.deleted OR u.deleted OR uc.role IN (
    'COMPANY_MANAGER', 'COMPANY_USER', 'INSTITUTION_MANAGER', 'INSTITUTION_USER', 'CLINICIAN',
    'CLINICAL_BILLING_MANAGER', 'CLINICAL_MANAGER') AS deleted,
  uc.entity,
  uc.user_id,
  uc.company_id,
  coalesce(u.name, u.first_name || ' ' || u.last_name) AS name,
  uc.role,
  uc.deactivated,
  uc.rev
FROM user_company uc
JOIN "user" u ON u.id = uc.user_id;

CREATE TRIGGER sync_touch AFTER UPDATE OF name, first_name, last_name, deleted ON "user"
  FOR EACH ROW EXECUTE FUNCTION sync_touch_children('user_company', 'user_id');
