-- Sessions that were signed out of: a copy of their cookie opens nothing any more. A row is of use for as long as the
-- cookie could be.
CREATE TABLE ended_session (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ended_session_expires_at ON ended_session (expires_at);
