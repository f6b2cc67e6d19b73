-- A key with which somebody signs offline ends 72 hours after its device was last in contact, and with the PIN, the
-- password, the sign-out or the person's place in the lab. What was signed before its end stays verified.
ALTER TABLE signing_key ADD COLUMN expires_at timestamptz DEFAULT now() + interval '72 hours';
ALTER TABLE signing_key ADD COLUMN ended_at timestamptz;
ALTER TABLE signing_key ADD COLUMN end_reason text
  CHECK (end_reason IN ('EXPIRED', 'PIN_CHANGED', 'PASSWORD_CHANGED', 'SIGNED_OUT', 'REVOKED', 'REPLACED'));
ALTER TABLE signing_key ADD CONSTRAINT signing_key_end CHECK ((ended_at IS NULL) = (end_reason IS NULL));
UPDATE signing_key k SET expires_at = coalesce((SELECT last_sync_at FROM device d WHERE d.id = k.device_id), k.created_at)
  + interval '72 hours';
ALTER TABLE signing_key ALTER COLUMN expires_at SET NOT NULL;
