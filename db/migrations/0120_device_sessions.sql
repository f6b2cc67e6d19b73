-- Which sessions used a handheld: when it is revoked they end, and whoever holds it cannot enroll it under a new name.
CREATE TABLE device_session (
  device_id text NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  session_id text NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, session_id)
);
CREATE INDEX device_session_last_seen_at ON device_session (last_seen_at);

-- The revoked handheld whose session this was: it still hands over what it has not sent, and nothing else.
ALTER TABLE ended_session ADD COLUMN device_id text REFERENCES device (id) ON DELETE CASCADE;
