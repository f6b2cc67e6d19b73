import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { SECRET_EMAIL_KINDS } from '#db/records/email-kind.ts';
import {
  type Attachment,
  type Mailer,
  type Message,
  Undeliverable,
} from '#sync-server/integrations/mail/mailer.ts';

/** Minutes until the next attempt, after the first, second … failure; then it is given up. */
const PATIENCE_MINUTES = [1, 5, 15, 60, 180, 360, 720];
/** Who died while delivering holds a message for so long; it may then be delivered twice, with the same id. */
const CLAIM_MINUTES = 2;
const ROUND = 50;

const CLAIM = `
  UPDATE email SET attempts = attempts + 1, next_attempt_at = $1::timestamptz + make_interval(mins => ${CLAIM_MINUTES}), updated_at = now()
   WHERE id = (SELECT id FROM email WHERE status = 'QUEUED' AND next_attempt_at <= $1 AND NOT deleted
                ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, entity, kind, "to", subject, text, html, data, attempts`;

// A link that opens an account is kept only where developers are meant to read it.
const SENT = `
  UPDATE email SET status = 'SENT', sent_at = $2, last_error = NULL, updated_at = now(), version = version + 1,
         text = CASE WHEN $3 THEN '' ELSE text END, html = CASE WHEN $3 THEN '' ELSE html END
   WHERE id = $1 AND status = 'QUEUED'`;

const FAILED = `
  UPDATE email SET status = CASE WHEN $4 THEN 'FAILED' ELSE status END, last_error = $2, updated_at = now(), version = version + 1,
         next_attempt_at = $3, text = CASE WHEN $5 THEN '' ELSE text END, html = CASE WHEN $5 THEN '' ELSE html END
   WHERE id = $1 AND status = 'QUEUED'`;

/** A change of an e-mail with the event that tells it: both or neither, and neither when it was decided meanwhile. */
const told = (change: string, first: number): string => `
  WITH changed AS (${change} RETURNING id)
  INSERT INTO event (id, created_at, created_by_id, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
  SELECT $${first}::text, now(), NULL, now(), $${first + 1}::text, $${first + 2}::text, 'Email', changed.id,
         $${first + 3}::timestamptz, now(), $${first + 4}::jsonb, false FROM changed`;

interface Claimed extends Message {
  attempts: number;
  data: unknown;
}

/** What an e-mail carries, worked out as it is sent. */
export type CarriedBy = (mail: Pick<Claimed, 'entity' | 'kind' | 'data'>) => Promise<readonly Attachment[]>;

interface Delivery {
  pool: Pool;
  mailer: Mailer;
  now: Date;
  carried: CarriedBy;
}

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
  await pool.query(told(text, values.length + 1), [
    ...values,
    ulid(),
    mail.entity,
    type,
    now,
    JSON.stringify(data),
  ]);
}

async function failed(delivery: Delivery, mail: Claimed, error: unknown): Promise<void> {
  const { pool, mailer, now } = delivery;
  const reason = (error instanceof Error ? error.message : 'error').slice(0, 400);
  const wait = PATIENCE_MINUTES[mail.attempts - 1];
  const givenUp = error instanceof Undeliverable || wait === undefined;
  const next = new Date(now.getTime() + (wait ?? 0) * 60_000);
  const values = [mail.id, reason, next, givenUp, givenUp && !mailer.keepsOutbox && isSecret(mail)];
  if (givenUp) await finish(delivery, mail, 'EMAIL_FAILED', { text: FAILED, values }, reason);
  else await pool.query(FAILED, values);
}

async function deliverNext(delivery: Delivery): Promise<boolean> {
  const { pool, mailer, now } = delivery;
  const mail = (await pool.query<Claimed>(CLAIM, [now])).rows[0];
  if (!mail) return false;
  try {
    await mailer.send({ ...mail, attachments: await delivery.carried(mail) });
  } catch (error) {
    await failed(delivery, mail, error);
    return true;
  }
  const values = [mail.id, now, !mailer.keepsOutbox && isSecret(mail)];
  await finish(delivery, mail, 'EMAIL_SENT', { text: SENT, values }, null);
  return true;
}

/**
 * Delivers what is due in the outbox, one e-mail after the other, and answers how many were tried. Several processes may
 * do so at once: each message is claimed by one of them.
 */
export async function deliverMail(
  pool: Pool,
  mailer: Mailer,
  now: () => Date,
  carried: CarriedBy = async () => [],
): Promise<number> {
  let tried = 0;
  while (tried < ROUND && (await deliverNext({ pool, mailer, now: now(), carried }))) tried += 1;
  return tried;
}
