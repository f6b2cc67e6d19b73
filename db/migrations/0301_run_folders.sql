-- Folders of runs that the server reads by itself (domain-lab 15): what was found, and what became of it. The
-- fingerprint says whether a folder changed since it was read.
CREATE TABLE run_folder (
  id text PRIMARY KEY,
  -- The business of the lab itself: its rows follow it to another lab.
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL,
  path text NOT NULL,
  fingerprint text NOT NULL,
  status text NOT NULL CHECK (status IN ('QUEUED', 'READING', 'IMPORTED', 'TO_ASSIGN', 'FAILED', 'CLOSED')),
  reason text,
  runs jsonb NOT NULL DEFAULT '[]',
  bytes_done bigint NOT NULL DEFAULT 0,
  bytes_total bigint NOT NULL DEFAULT 0,
  close_requested boolean NOT NULL DEFAULT false,
  found_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (lab, path)
);
CREATE INDEX run_folder_status ON run_folder (lab, status);
