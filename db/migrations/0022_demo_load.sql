-- Whether the demo lab was put in, and whether to the end: what a killed start left half is removed by the next one.
CREATE TABLE demo_load (
  started_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);
