-- What was bought of a carrier: the label as it is printed, and how the carrier knows it.
CREATE TABLE shipping_label (
  shipment_id text PRIMARY KEY REFERENCES shipment (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  carrier_reference text NOT NULL,
  tracking_number text NOT NULL,
  content bytea NOT NULL
);

-- What carriers tell of packages, each event once for each package that it is about.
CREATE TABLE carrier_event (
  event_id text NOT NULL,
  shipment_id text NOT NULL REFERENCES shipment (id),
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  carrier_status text NOT NULL,
  message text,
  place text,
  told_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  moved boolean NOT NULL,
  PRIMARY KEY (event_id, shipment_id)
);
CREATE INDEX carrier_event_shipment_id ON carrier_event (shipment_id, told_at);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON carrier_event FOR EACH ROW EXECUTE FUNCTION append_only();

-- The parcels of the simulated carriers of a lab that has no carrier's key.
CREATE TABLE parcel_simulator (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  rate_id text NOT NULL UNIQUE,
  tracking_number text NOT NULL UNIQUE,
  carrier text NOT NULL,
  service text NOT NULL,
  cost bigint NOT NULL CHECK (cost > 0),
  reference text NOT NULL,
  status text NOT NULL,
  content bytea NOT NULL,
  refunded_at timestamptz
);

CREATE TABLE parcel_simulator_event (
  id text PRIMARY KEY,
  parcel_id text NOT NULL REFERENCES parcel_simulator (id),
  status text NOT NULL,
  told_at timestamptz NOT NULL,
  tells_left integer NOT NULL DEFAULT 1 CHECK (tells_left >= 0),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL
);
CREATE INDEX parcel_simulator_event_next_at ON parcel_simulator_event (next_at) WHERE tells_left > 0;
