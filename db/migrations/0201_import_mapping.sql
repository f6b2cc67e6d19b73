-- What an organization calls the columns and words of its spreadsheets: confirmed once, used for every later file.
CREATE TABLE import_mapping (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  -- Written as a list, because other kinds of records will be imported.
  kind text NOT NULL CHECK (kind = ANY (ARRAY['MANIFEST'])),
  mapping jsonb NOT NULL,
  lab text NOT NULL DEFAULT current_lab()
);
CREATE TRIGGER stamp_lab BEFORE INSERT ON import_mapping FOR EACH ROW WHEN (NEW.lab IS NULL)
  EXECUTE FUNCTION stamp_lab();
CREATE UNIQUE INDEX import_mapping_company_id_kind ON import_mapping (company_id, entity, kind);
