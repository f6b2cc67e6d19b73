import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { SECRET_EMAIL_KINDS } from '#db/records/emails/email-kind.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { mailerOf } from '#sync-server/integrations/mail/create-mailer.ts';
import {
  type Attachment,
  type Mailer,
  type Message,
  Undeliverable,
} from '#sync-server/integrations/mail/mailer.ts';
import { problemText } from '#sync-server/jobs/run-job.ts';
import { FailedForNow, type TaskSummary } from '#sync-server/jobs/task.ts';
import { attachmentFor } from '#sync-server/services/billing/documents/attachments.ts';
import { packingSlipFor } from '#sync-server/services/ordering/documents/packing-slip-attachment.ts';

/** Minutes until the next attempt after the first, second … failure; after the last the email is given up. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 360, 720];
/**
 * How long a claim lasts if its process died while sending; the email may then be sent twice, with the same
 * id.
 */
const CLAIM_MINUTES = 2;
const ROUND = 50;
/** An email that is due for longer has lost its job. */
const OVERDUE_SECONDS = 120;

const RETURNING = 'RETURNING id, entity, kind, "to", subject, text, html, data, attempts';
const CLAIM = `
  UPDATE email SET attempts = attempts + 1, next_attempt_at = $1::timestamptz + make_interval(mins => ${CLAIM_MINUTES}), updated_at = now()`;
const CLAIM_DUE = `${CLAIM}
   WHERE id = (SELECT id FROM email WHERE status = 'QUEUED' AND NOT deleted
                  AND next_attempt_at <= $1::timestamptz - make_interval(secs => $2)
                ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) ${RETURNING}`;
// The database clock makes the job due and may be ahead of this process.
const CLAIM_ONE = `${CLAIM}
   WHERE id = $2 AND status = 'QUEUED' AND NOT deleted AND next_attempt_at <= greatest($1, now()) ${RETURNING}`;

// A link that opens an account is stored only where developers may read it.
const MARK_SENT = `
  UPDATE email SET status = 'SENT', sent_at = $2, last_error = NULL, updated_at = now(), version = version + 1,
         text = CASE WHEN $3 THEN '' ELSE text END, html = CASE WHEN $3 THEN '' ELSE html END
   WHERE id = $1 AND status = 'QUEUED'`;

const FAILED = `
  UPDATE email SET status = CASE WHEN $4 THEN 'FAILED' ELSE status END, last_error = $2, updated_at = now(), version = version + 1,
         next_attempt_at = $3, text = CASE WHEN $5 THEN '' ELSE text END, html = CASE WHEN $5 THEN '' ELSE html END
   WHERE id = $1 AND status = 'QUEUED'`;

/** Update an email and write its event together, unless another process decided it meanwhile. */
const withEvent = (change: string, first: number): string => `
  WITH changed AS (${change} RETURNING id)
  INSERT INTO event (id, created_at, created_by_id, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
  SELECT $${first}::text, now(), NULL, now(), $${first + 1}::text, $${first + 2}::text, 'Email', changed.id,
         $${first + 3}::timestamptz, now(), $${first + 4}::jsonb, false FROM changed`;

interface Claimed extends Message {
  attempts: number;
  data: unknown;
}

/** Renders the attachments of an email when it is sent. */
export type AttachmentsFor = (
  mail: Pick<Claimed, 'entity' | 'kind' | 'data'>,
) => Promise<readonly Attachment[]>;

interface Delivery {
  pool: Pool;
  mailer: Mailer;
  now: Date;
  attachmentsFor: AttachmentsFor;
}

/** The result of an attempt to send an email. */
export type SendResult =
  | { outcome: 'SENT' }
  | { outcome: 'RETRY' | 'FAILED'; problem: string }
  /** The email was sent, given up or claimed by another process. */
  | { outcome: 'NOT_DUE' };

const isSecret = ({ kind }: Message): boolean => SECRET_EMAIL_KINDS.some((secret) => secret === kind);

async function finish(
  { pool, now }: Delivery,
  mail: Claimed,
  type: 'EMAIL_SENT' | 'EMAIL_FAILED',
  change: { text: string; values: readonly unknown[] },
  reason: string | null,
): Promise<void> {
  const data = { by: 'System', kind: mail.kind, to: mail.to, ...(reason ? { reason } : {}) };
  const { text, values } = change;
  await pool.query(withEvent(text, values.length + 1), [
    ...values,
    ulid(),
    mail.entity,
    type,
    now,
    JSON.stringify(data),
  ]);
}

async function recordFailure(delivery: Delivery, mail: Claimed, error: unknown): Promise<SendResult> {
  const { pool, mailer, now } = delivery;
  const reason = problemText(error);
  const pause = RETRY_MINUTES[mail.attempts - 1];
  const isFinal = error instanceof Undeliverable || pause === undefined;
  const next = new Date(now.getTime() + (pause ?? 0) * 60_000);
  const values = [mail.id, reason, next, isFinal, isFinal && !mailer.keepsOutbox && isSecret(mail)];
  if (isFinal) await finish(delivery, mail, 'EMAIL_FAILED', { text: FAILED, values }, reason);
  else await pool.query(FAILED, values);
  return { outcome: isFinal ? 'FAILED' : 'RETRY', problem: reason };
}

async function sendClaimed(delivery: Delivery, mail: Claimed | undefined): Promise<SendResult> {
  if (!mail) return { outcome: 'NOT_DUE' };
  const { mailer, now } = delivery;
  try {
    await mailer.send({ ...mail, attachments: await delivery.attachmentsFor(mail) });
  } catch (error) {
    return recordFailure(delivery, mail, error);
  }
  const values = [mail.id, now, !mailer.keepsOutbox && isSecret(mail)];
  await finish(delivery, mail, 'EMAIL_SENT', { text: MARK_SENT, values }, null);
  return { outcome: 'SENT' };
}

/**
 * Send one due email of the outbox. Its row is claimed, sent and marked, so that one process sends it once.
 * If a process dies between sending and marking, the email stays claimed and is later sent again under the
 * same id.
 */
export async function sendEmail(delivery: Delivery, id: string): Promise<SendResult> {
  const { pool, now } = delivery;
  return sendClaimed(delivery, (await pool.query<Claimed>(CLAIM_ONE, [now, id])).rows[0]);
}

/** Send the due emails of the outbox one by one; returns how many were tried. */
export async function sendDueEmails(
  pool: Pool,
  mailer: Mailer,
  now: () => Date,
  attachmentsFor: AttachmentsFor = async () => [],
  overdueSeconds = 0,
): Promise<number> {
  for (let tried = 0; tried < ROUND; tried += 1) {
    const delivery = { pool, mailer, now: now(), attachmentsFor };
    const mail = (await pool.query<Claimed>(CLAIM_DUE, [delivery.now, overdueSeconds])).rows[0];
    if ((await sendClaimed(delivery, mail)).outcome === 'NOT_DUE') return tried;
  }
  return ROUND;
}

const deliveryOf = ({ pool, env, now }: AppServices): Delivery => ({
  pool,
  mailer: mailerOf(env),
  now: now(),
  attachmentsFor: async (mail) => [
    ...(await attachmentFor({ pool, env, now }, mail)),
    ...(await packingSlipFor(pool, mail)),
  ],
});

/** Send the email of a job. After a failure the row queues a new job for the next attempt. */
export async function sendQueuedEmail(services: AppServices, id: string): Promise<TaskSummary> {
  const result = await sendEmail(deliveryOf(services), id);
  if (result.outcome === 'SENT') return { changed: 1 };
  if (result.outcome === 'NOT_DUE') return { changed: 0 };
  throw new FailedForNow(result.problem);
}

/** Send due emails whose job was lost, for example with a restored database. */
export const sendOverdueEmails = (services: AppServices): Promise<number> => {
  const { pool, mailer, attachmentsFor } = deliveryOf(services);
  return sendDueEmails(pool, mailer, services.now, attachmentsFor, OVERDUE_SECONDS);
};
