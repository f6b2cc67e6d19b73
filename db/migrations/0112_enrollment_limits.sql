-- How many devices a person may enroll on one lab day; null is what the installation says.
ALTER TABLE user_company ADD COLUMN devices_per_day integer CHECK (devices_per_day BETWEEN 1 AND 100);

-- Every letter that a device ever had: what it numbered with one of them is its own, also after the letter was given on.
ALTER TABLE device ADD COLUMN letters text[] NOT NULL DEFAULT '{}';
CREATE FUNCTION keep_device_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.offline_letter IS NOT NULL AND NOT NEW.offline_letter = ANY (NEW.letters) THEN
    NEW.letters := NEW.letters || NEW.offline_letter;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_device_letter BEFORE INSERT OR UPDATE ON device FOR EACH ROW EXECUTE FUNCTION keep_device_letter();
UPDATE device SET letters = ARRAY[offline_letter] WHERE offline_letter IS NOT NULL;

-- A device that was revoked or signed out gives back what it has not used; its numbers go out again when a day has no others.
ALTER TABLE number_lease ADD COLUMN released_at timestamptz;
CREATE FUNCTION release_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE number_lease SET released_at = now() WHERE device_id = NEW.id AND released_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER release_numbers AFTER UPDATE OF revoked ON device
  FOR EACH ROW WHEN (NEW.revoked AND NEW.revoked_reason IS NULL AND (NOT OLD.revoked OR OLD.revoked_reason IS NOT NULL))
  EXECUTE FUNCTION release_numbers();
