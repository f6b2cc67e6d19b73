-- Jobs run on graphile-worker; its own tables are in the schema graphile_worker, which exists before this file is applied
-- (sync-server/postgres/job-schema.ts). It deletes jobs that have succeeded, so runs are recorded here.
CREATE TABLE job_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task text NOT NULL,
  job_id bigint NOT NULL,
  worker_id text NOT NULL,
  attempt integer NOT NULL,
  max_attempts integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- LOST: the process ended during the run.
  outcome text NOT NULL DEFAULT 'RUNNING' CHECK (outcome IN ('RUNNING', 'SUCCEEDED', 'FAILED', 'LOST')),
  changed integer,
  note text,
  problem text
);
CREATE INDEX job_run_task ON job_run (task, id DESC);
CREATE INDEX job_run_running ON job_run (worker_id) WHERE outcome = 'RUNNING';

-- Processes that run jobs. One that was not seen for a minute has ended, and its jobs are taken up by the others.
CREATE TABLE job_worker (
  id text PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- The row is the truth and its job follows from it, in the same transaction, whoever writes the row.
CREATE FUNCTION queue_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'QUEUED' AND NOT NEW.deleted THEN
    -- Two queues: a slow mail server holds up two workers at most.
    PERFORM graphile_worker.add_job('send-email', json_build_object('emailId', NEW.id),
      'send-email-' || (abs(hashtext(NEW.id)::bigint) % 2 + 1), NEW.next_attempt_at, 5, 'send-email:' || NEW.id);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM graphile_worker.remove_job('send-email:' || NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER email_queue AFTER INSERT OR UPDATE OF status, next_attempt_at, deleted ON email
  FOR EACH ROW EXECUTE FUNCTION queue_email();

-- What simulators have to send at a time.
CREATE FUNCTION queue_simulator() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  task text := TG_ARGV[0];
  key text := TG_ARGV[0] || ':' || NEW.id;
  due timestamptz;
BEGIN
  IF TG_TABLE_NAME = 'card_simulator_intent' THEN
    due := CASE WHEN NEW.status = 'processing' THEN NEW.settles_at END;
  ELSE
    due := CASE WHEN NEW.tells_left > 0 AND NEW.attempts < 50 THEN NEW.next_at END;
  END IF;
  IF due IS NOT NULL THEN
    PERFORM graphile_worker.add_job(task, '{}', task, due, 5, key);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM graphile_worker.remove_job(key);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER card_simulator_intent_queue AFTER INSERT OR UPDATE OF status, settles_at ON card_simulator_intent
  FOR EACH ROW EXECUTE FUNCTION queue_simulator('deliver-simulated-payments');
CREATE TRIGGER card_simulator_event_queue AFTER INSERT OR UPDATE OF tells_left, next_at ON card_simulator_event
  FOR EACH ROW EXECUTE FUNCTION queue_simulator('deliver-simulated-payments');
CREATE TRIGGER parcel_simulator_event_queue AFTER INSERT OR UPDATE OF tells_left, next_at ON parcel_simulator_event
  FOR EACH ROW EXECUTE FUNCTION queue_simulator('deliver-simulated-tracking');

-- What was waiting when this was applied.
UPDATE email SET next_attempt_at = next_attempt_at WHERE status = 'QUEUED';
UPDATE card_simulator_intent SET settles_at = settles_at WHERE status = 'processing';
UPDATE card_simulator_event SET next_at = next_at WHERE tells_left > 0;
UPDATE parcel_simulator_event SET next_at = next_at WHERE tells_left > 0;
