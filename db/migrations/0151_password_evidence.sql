-- When the server accepted somebody's password, or their sign-in, on a device, and until when their signatures there need
-- no other evidence of it.
CREATE TABLE password_confirmation (
  user_id text NOT NULL REFERENCES "user" (id),
  device_id text NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  confirmed_at timestamptz NOT NULL,
  stands_until timestamptz NOT NULL CHECK (stands_until > confirmed_at),
  PRIMARY KEY (user_id, device_id, confirmed_at)
);

-- A key sealed with the password proves a confirmation that was made without a network.
ALTER TABLE signing_key ADD COLUMN kind text NOT NULL DEFAULT 'PIN' CHECK (kind IN ('PIN', 'PASSWORD'));

-- Devices that were set up before could not gather evidence: their signatures count for as long as a device may be offline.
INSERT INTO password_confirmation (user_id, device_id, confirmed_at, stands_until)
SELECT k.user_id, k.device_id, least(min(k.created_at), now()), now() + interval '72 hours'
  FROM signing_key k JOIN device d ON d.id = k.device_id GROUP BY k.user_id, k.device_id;
