-- The pictures of a step, each with the hash of its bytes, so that a signature on the version covers them.
ALTER TABLE step ADD COLUMN pictures jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(pictures) = 'array');

-- Drafts are documents: their steps get the field too.
UPDATE procedure_draft SET sections = (
  SELECT coalesce(jsonb_agg(jsonb_set(section, '{steps}', (
      SELECT coalesce(jsonb_agg('{"pictures": []}'::jsonb || step ORDER BY step_order), '[]')
        FROM jsonb_array_elements(section -> 'steps') WITH ORDINALITY AS steps (step, step_order))) ORDER BY section_order), '[]')
    FROM jsonb_array_elements(sections) WITH ORDINALITY AS listed (section, section_order));
