-- Versions of protocols: their authors and their way through approval.
ALTER TABLE protocol ADD COLUMN author_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE protocol ADD COLUMN submitted_at timestamptz;
ALTER TABLE protocol ADD COLUMN change_summary text;
ALTER TABLE protocol ADD COLUMN effective_from date;
ALTER TABLE protocol ADD COLUMN activated_at timestamptz;
ALTER TABLE protocol ADD COLUMN rejected_by_id text;
ALTER TABLE protocol ADD COLUMN rejected_at timestamptz;
-- What is stored was submitted before and is in use. Every document is sent again, because devices check each field.
UPDATE protocol SET submitted_at = created_at,
  author_ids = CASE WHEN created_by_id IS NULL THEN '{}' ELSE ARRAY[created_by_id] END,
  activated_at = CASE WHEN status IN ('ACTIVE', 'DEPRECATED', 'DISCONTINUED') THEN coalesce(approved_at, created_at) END,
  version = version + 1;
ALTER TABLE protocol ALTER COLUMN author_ids DROP DEFAULT;

-- Two versions exchange their services in one transaction.
DROP INDEX service_protocol_id;
ALTER TABLE service ADD CONSTRAINT service_protocol_id UNIQUE (protocol_id) DEFERRABLE INITIALLY DEFERRED;

-- An approved version never changes, however somebody writes it. Its flows keep their rules; a new version of a flow
-- takes the place of the earlier one.
CREATE FUNCTION approved_protocol_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - ARRAY['status', 'version', 'updated_at', 'rev', 'activated_at', 'effective_from'])
     IS DISTINCT FROM
     (to_jsonb(OLD) - ARRAY['status', 'version', 'updated_at', 'rev', 'activated_at', 'effective_from']) THEN
    RAISE EXCEPTION 'Version % of protocol % is approved and cannot change.', OLD.protocol_version, OLD.code;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approved_stays BEFORE UPDATE ON protocol FOR EACH ROW
  WHEN (OLD.status IN ('ACTIVE', 'DEPRECATED', 'DISCONTINUED')) EXECUTE FUNCTION approved_protocol_stays();

CREATE FUNCTION approved_rules_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM protocol WHERE id = OLD.protocol_id AND status IN ('ACTIVE', 'DEPRECATED', 'DISCONTINUED'))
     AND (to_jsonb(NEW) - ARRAY['flow_id', 'version', 'updated_at', 'rev'])
       IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['flow_id', 'version', 'updated_at', 'rev']) THEN
    RAISE EXCEPTION 'The protocol of this flow is approved and cannot change.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approved_stays BEFORE UPDATE ON protocol_flow FOR EACH ROW EXECUTE FUNCTION approved_rules_stay();
