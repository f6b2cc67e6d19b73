-- 24 letters serve more than 24 browsers: a device that has been silent longest gives its letter to a new one and gets
-- another at its next contact. Until then it has none.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint
    WHERE conrelid = 'device'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%HANDHELD%offline_letter%'
  LOOP EXECUTE format('ALTER TABLE device DROP CONSTRAINT %I', name); END LOOP;
END $$;
ALTER TABLE device ADD CONSTRAINT device_server_has_no_letter CHECK (kind = 'HANDHELD' OR offline_letter IS NULL);
