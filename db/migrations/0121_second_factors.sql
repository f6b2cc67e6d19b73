-- What a person has beside the password: authenticator apps (their secret sealed with the server's) and passkeys.
CREATE TABLE second_factor (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES "user" (id),
  kind text NOT NULL CHECK (kind IN ('AUTHENTICATOR', 'PASSKEY')),
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL,
  -- Null while the set-up is not finished: it counts for nothing then.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  sealed_secret text,
  -- The step of the last code that was taken: none is taken twice.
  last_step bigint,
  credential_id text UNIQUE,
  public_key text,
  counter bigint,
  transports text[],
  rp_id text,
  CHECK (CASE kind WHEN 'AUTHENTICATOR' THEN sealed_secret IS NOT NULL
    ELSE credential_id IS NOT NULL AND public_key IS NOT NULL AND counter IS NOT NULL AND rp_id IS NOT NULL END)
);
CREATE INDEX second_factor_user_id ON second_factor (user_id);

CREATE TABLE recovery_code (
  user_id text NOT NULL REFERENCES "user" (id),
  code_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Browsers in which a person proved the second factor lately and chose not to be asked again.
CREATE TABLE remembered_browser (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES "user" (id),
  token_hash text NOT NULL UNIQUE,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX remembered_browser_user_id ON remembered_browser (user_id);

-- What a passkey is asked to sign: once, soon, and in the session that asked.
CREATE TABLE passkey_challenge (
  session_id text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('ADD', 'PROVE')),
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, purpose)
);

-- The two event types are added to whatever the list is by now.
DO $$
DECLARE
  types text;
BEGIN
  SELECT string_agg(DISTINCT quote_literal(named[1]), ', ') INTO types
    FROM pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([A-Z0-9_]+)''', 'g') AS named
    WHERE c.conname = 'event_type_check' AND c.conrelid = 'event'::regclass;
  ALTER TABLE event DROP CONSTRAINT event_type_check;
  EXECUTE format('ALTER TABLE event ADD CONSTRAINT event_type_check CHECK (type IN (%s, %L, %L))', types,
    'SECOND_FACTOR_CHANGED', 'SECOND_FACTOR_RESET');
END $$;
