-- Versions of procedures: their authors, their way through approval, and what people must read or be trained in.
ALTER TABLE procedure ADD COLUMN author_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE procedure ADD COLUMN submitted_at timestamptz;
ALTER TABLE procedure ADD COLUMN change_summary text;
ALTER TABLE procedure ADD COLUMN effective_from date;
ALTER TABLE procedure ADD COLUMN activated_at timestamptz;
ALTER TABLE procedure ADD COLUMN update_flow_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE procedure ADD COLUMN requires_reading boolean NOT NULL DEFAULT true;
ALTER TABLE procedure ADD COLUMN requires_training boolean NOT NULL DEFAULT false;
ALTER TABLE procedure ADD COLUMN competence_months integer CHECK (competence_months BETWEEN 1 AND 120);
-- What is stored was submitted before and is in use. Every document is sent again, because devices check each field.
UPDATE procedure SET author_ids = ARRAY[author_id], submitted_at = created_at, activated_at = sign_off_at,
  version = version + 1;
ALTER TABLE procedure ALTER COLUMN author_ids DROP DEFAULT;
ALTER TABLE procedure ALTER COLUMN update_flow_ids DROP DEFAULT;
ALTER TABLE procedure ALTER COLUMN requires_reading DROP DEFAULT;
ALTER TABLE procedure ALTER COLUMN requires_training DROP DEFAULT;

-- The identity of a section, step and field across versions, and the library section that a section was copied from.
ALTER TABLE section ADD COLUMN source_section_id text REFERENCES section (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE section ADD COLUMN source_version integer;
ALTER TABLE section ADD COLUMN origin_id text;
ALTER TABLE step ADD COLUMN origin_id text;
ALTER TABLE field ADD COLUMN origin_id text;

-- The sections of a version in preparation; they may be incomplete.
CREATE TABLE procedure_draft (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  procedure_id text NOT NULL REFERENCES procedure (id) DEFERRABLE INITIALLY DEFERRED,
  sections jsonb NOT NULL,
  saved_by_id text NOT NULL REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX procedure_draft_procedure_id ON procedure_draft (procedure_id);
CREATE UNIQUE INDEX procedure_draft_open ON procedure_draft (procedure_id) WHERE NOT deleted;
CREATE TRIGGER stamp_lab BEFORE INSERT ON procedure_draft FOR EACH ROW WHEN (NEW.lab IS NULL)
  EXECUTE FUNCTION stamp_lab();

-- An approved version never changes, however somebody writes it: neither its settings nor the rows below it.
CREATE FUNCTION approved_procedure_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - ARRAY['status', 'version', 'updated_at', 'rev', 'activated_at', 'effective_from'])
     IS DISTINCT FROM
     (to_jsonb(OLD) - ARRAY['status', 'version', 'updated_at', 'rev', 'activated_at', 'effective_from']) THEN
    RAISE EXCEPTION 'Version % of procedure % is approved and cannot change.', OLD.procedure_version, OLD.code;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approved_stays BEFORE UPDATE ON procedure FOR EACH ROW
  WHEN (OLD.status IN ('APPROVED', 'ARCHIVED')) EXECUTE FUNCTION approved_procedure_stays();

CREATE FUNCTION approved_content_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM procedure WHERE id = OLD.procedure_id AND status IN ('APPROVED', 'ARCHIVED')) THEN
    RAISE EXCEPTION 'The procedure of this % is approved and cannot change.', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approved_stays BEFORE UPDATE ON section FOR EACH ROW EXECUTE FUNCTION approved_content_stays();
CREATE TRIGGER approved_stays BEFORE UPDATE ON step FOR EACH ROW EXECUTE FUNCTION approved_content_stays();
CREATE TRIGGER approved_stays BEFORE UPDATE ON field FOR EACH ROW EXECUTE FUNCTION approved_content_stays();
