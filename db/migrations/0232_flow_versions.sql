-- Versions of flows: their code, their authors and their way through approval.
ALTER TABLE flow ADD COLUMN code text;
ALTER TABLE flow ADD COLUMN author_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE flow ADD COLUMN submitted_at timestamptz;
ALTER TABLE flow ADD COLUMN change_summary text;
ALTER TABLE flow ADD COLUMN effective_from date;
ALTER TABLE flow ADD COLUMN activated_at timestamptz;
ALTER TABLE flow ADD COLUMN rejected_by_id text;
ALTER TABLE flow ADD COLUMN rejected_at timestamptz;

-- A flow and the versions that came from it get one code; a version that was made from the same one as another is
-- numbered after it. Every document is sent again, because devices check each field.
WITH RECURSIVE line AS (
  SELECT id, id AS root FROM flow WHERE supersedes_id IS NULL
  UNION ALL
  SELECT f.id, line.root FROM flow f JOIN line ON f.supersedes_id = line.id
), first AS (
  SELECT id, row_number() OVER (PARTITION BY lab ORDER BY created_at, id) AS place FROM flow WHERE supersedes_id IS NULL
), numbered AS (
  SELECT f.id, 'FLOW-' || lpad(first.place::text, 3, '0') AS code,
    row_number() OVER (PARTITION BY line.root ORDER BY f.flow_version, f.id) AS flow_version
  FROM flow f JOIN line USING (id) JOIN first ON first.id = line.root
)
UPDATE flow SET code = numbered.code, flow_version = numbered.flow_version, submitted_at = created_at,
  author_ids = CASE WHEN created_by_id IS NULL THEN '{}' ELSE ARRAY[created_by_id] END,
  activated_at = CASE WHEN status IN ('APPROVED', 'ARCHIVED') THEN coalesce(approved_at, created_at) END,
  version = version + 1
FROM numbered WHERE numbered.id = flow.id;
ALTER TABLE flow ALTER COLUMN code SET NOT NULL;
ALTER TABLE flow ALTER COLUMN author_ids DROP DEFAULT;
ALTER TABLE flow ADD UNIQUE (lab, code, flow_version);
CREATE INDEX flow_code ON flow (code);
CREATE INDEX flow_search ON flow USING gin (name gin_trgm_ops, code gin_trgm_ops);

-- An approved version never changes, however somebody writes it.
CREATE FUNCTION approved_flow_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - ARRAY['status', 'version', 'updated_at', 'rev', 'activated_at', 'effective_from'])
     IS DISTINCT FROM
     (to_jsonb(OLD) - ARRAY['status', 'version', 'updated_at', 'rev', 'activated_at', 'effective_from']) THEN
    RAISE EXCEPTION 'Version % of flow % is approved and cannot change.', OLD.flow_version, OLD.code;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approved_stays BEFORE UPDATE ON flow FOR EACH ROW
  WHEN (OLD.status IN ('APPROVED', 'ARCHIVED')) EXECUTE FUNCTION approved_flow_stays();
