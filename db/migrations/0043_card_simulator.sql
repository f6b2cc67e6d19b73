-- What the simulated card processor of a lab without keys knows; no number of a card is ever kept.
CREATE TABLE card_simulator_intent (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  client_secret text NOT NULL,
  status text NOT NULL CHECK (status IN (
    'requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  amount bigint NOT NULL CHECK (amount > 0),
  amount_received bigint NOT NULL DEFAULT 0,
  amount_refunded bigint NOT NULL DEFAULT 0 CHECK (amount_refunded BETWEEN 0 AND amount_received),
  metadata jsonb NOT NULL,
  failure_code text,
  dispute text CHECK (dispute IN ('open', 'won', 'lost')),
  -- When a payment that is processing is decided.
  settles_at timestamptz
);
CREATE INDEX card_simulator_intent_settles_at ON card_simulator_intent (settles_at) WHERE status = 'processing';

CREATE TABLE card_simulator_refund (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  intent_id text NOT NULL REFERENCES card_simulator_intent (id),
  amount bigint NOT NULL CHECK (amount > 0)
);
CREATE INDEX card_simulator_refund_intent_id ON card_simulator_refund (intent_id);

-- The same key asks for the same thing again and gets what it got.
CREATE TABLE card_simulator_key (
  key text PRIMARY KEY,
  made_id text NOT NULL
);

CREATE TABLE card_simulator_event (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  intent_id text NOT NULL REFERENCES card_simulator_intent (id),
  -- Each is told more than once, as real processors do.
  tells_left integer NOT NULL DEFAULT 2 CHECK (tells_left >= 0),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL
);
CREATE INDEX card_simulator_event_next_at ON card_simulator_event (next_at) WHERE tells_left > 0;
