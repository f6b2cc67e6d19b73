-- What people have read and are trained on, by procedure and version (domain-lab 13.3). Devices carry a record in the
-- document of its person, because signatures are judged without a network too.
CREATE TABLE competence (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  user_company_id text NOT NULL REFERENCES user_company (id) DEFERRABLE INITIALLY DEFERRED,
  user_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  procedure_code text NOT NULL,
  procedure_version integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('READ', 'TRAINED', 'ASSESSED')),
  at timestamptz NOT NULL,
  granted_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  expires_on date,
  file_id text REFERENCES s3_file (id) DEFERRABLE INITIALLY DEFERRED,
  notes text,
  revoked_at timestamptz,
  revoked_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED,
  revocation_reason text,
  reminded_days integer,
  -- Nobody is trained without somebody else who says so.
  CHECK (kind = 'READ' OR (granted_by_id IS NOT NULL AND granted_by_id <> user_id)),
  CHECK ((revoked_at IS NULL) = (revocation_reason IS NULL))
);
CREATE INDEX competence_user_company_id ON competence (user_company_id);
CREATE INDEX competence_user_id ON competence (user_id);
CREATE INDEX competence_procedure_code ON competence (procedure_code);
CREATE INDEX competence_expires_on ON competence (entity, expires_on) WHERE revoked_at IS NULL AND NOT deleted;
CREATE TRIGGER stamp_lab BEFORE INSERT ON competence FOR EACH ROW WHEN (NEW.lab IS NULL)
  EXECUTE FUNCTION stamp_lab();
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE ON competence
  FOR EACH ROW EXECUTE FUNCTION sync_touch('user_company', 'user_company_id');

-- From which earlier version a training counts; null is the version and the one before it.
ALTER TABLE procedure ADD COLUMN training_from_version integer CHECK (training_from_version >= 1);

-- Adds kinds to those that the constraints list, whichever migration changed them last.
DO $$
DECLARE
  events text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'event_type_check');
  emails text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'email_kind_check');
BEGIN
  ALTER TABLE event DROP CONSTRAINT event_type_check;
  EXECUTE 'ALTER TABLE event ADD CONSTRAINT event_type_check ' || replace(events, 'ARRAY[',
    'ARRAY[''PROCEDURE_READ''::text, ''COMPETENCE_GRANTED''::text, ''COMPETENCE_REVOKED''::text, ');
  ALTER TABLE email DROP CONSTRAINT email_kind_check;
  EXECUTE 'ALTER TABLE email ADD CONSTRAINT email_kind_check ' ||
    replace(emails, 'ARRAY[', 'ARRAY[''TRAINING_DUE''::text, ');
END $$;
