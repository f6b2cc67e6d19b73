-- Who saved a library section last, so that the next person is told whose change came first.
ALTER TABLE section ADD COLUMN saved_by_id text REFERENCES "user" (id) DEFERRABLE INITIALLY DEFERRED;
