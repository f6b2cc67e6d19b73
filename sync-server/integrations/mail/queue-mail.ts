import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { isPlainAddress } from '#db/values/email-address.ts';
import { singleLine } from './mailer.ts';

/** An email to be sent; `data` names its subject, for example `{ targetType, targetId }`. */
export interface QueuedMail {
  entity: BusinessEntity;
  kind: EmailKind;
  to: string;
  subject: string;
  text: string;
  html: string;
  data?: Readonly<Record<string, string>>;
}

const INSERT = `
  INSERT INTO email (id, created_at, updated_at, entity, kind, "to", subject, text, html, data, status, attempts, next_attempt_at)
  VALUES ($1, now(), now(), $2, $3, $4, $5, $6, $7, $8, 'QUEUED', 0, now())`;

/**
 * Write an email to the outbox in the caller's transaction, so that it is sent exactly if its change is
 * committed. Returns its id; a job delivers it.
 */
export async function queueMail(client: ClientBase | Pool, mail: QueuedMail): Promise<string> {
  if (!isPlainAddress(mail.to)) throw new AppError('VALIDATION', 'Enter an email address.');
  const id = ulid();
  const subject = singleLine(mail.subject);
  const { entity, kind, to, text, html, data = {} } = mail;
  await client.query(INSERT, [id, entity, kind, to, subject, text, html, JSON.stringify(data)]);
  return id;
}
