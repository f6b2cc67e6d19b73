import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { requireTask } from './job-overview.ts';
import { queueTask } from './job-queue.ts';

const AUDIT = `
  INSERT INTO audit_log (id, created_at, created_by_id, updated_at, entity, table_name, record_id, action, changes, user_id, reason, occurred_at, request_id)
  VALUES ($1, $2, $3, $2, $4, 'job', $5, 'UPDATE', '{}', $3, $6, $2, $1)`;

const recordStart = ({ pool, now }: AppServices, session: Session, job: string, reason: string) =>
  pool.query(AUDIT, [ulid(), now(), session.userId, session.entity, job, reason]);

/** Run a task now, or after the current run; the audit log names the person. */
export async function runTaskNow(services: AppServices, session: Session, name: string): Promise<void> {
  const task = requireTask(services, name);
  if (!task.takesNoPayload)
    throw new AppError('VALIDATION', 'This task runs for one record at a time and starts by itself.');
  await recordStart(services, session, name, 'Dev Tools: run now');
  await queueTask(services.pool, task);
}

const RETRY = `
  SELECT task_identifier AS task, (SELECT count(*) FROM graphile_worker.reschedule_jobs(
           array[j.id], run_at => now(), attempts => 0)) AS moved
    FROM graphile_worker.jobs j WHERE id = $1::bigint AND locked_at IS NULL AND attempts >= max_attempts`;

/** Retry a finally failed job with all its attempts; the audit log names the person. */
export async function retryFailedJob(services: AppServices, session: Session, id: string): Promise<void> {
  const { rows } = await services.pool.query<{ task: string }>(RETRY, [id]);
  const [job] = rows;
  if (!job) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await recordStart(services, session, job.task, `Dev Tools: failed job ${id} tried again`);
}
