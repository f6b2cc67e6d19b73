import path from 'node:path';
import type { Env } from '#sync-server/config/env.ts';
import type { Mailer } from './mailer.ts';
import { createOutboxMailer } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

type MailSettings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>;

const mailers = new WeakMap<MailSettings, Mailer>();

/** Create the configured mailer: the SMTP server if one is named, otherwise the outbox in the data folder. */
export function mailerOf(env: MailSettings): Mailer {
  let mailer = mailers.get(env);
  if (!mailer) {
    mailer = env.SMTP_URL
      ? createSmtpMailer(env.SMTP_URL, env.MAIL_FROM)
      : createOutboxMailer(path.join(env.DATA_DIR, 'outbox'), env.MAIL_FROM);
    mailers.set(env, mailer);
  }
  return mailer;
}
