import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { isPlainAddress } from '#db/values/email-address.ts';
import type { Env } from '#sync-server/config/env.ts';
import { type Mailer, MailServerError, type Message, singleLine, Undeliverable } from './mailer.ts';

/**
 * Build the nodemailer message. Its id is that of the outbox row, so a repeated delivery can be recognized.
 */
export function composeMessage(message: Message, sender: string | undefined): SendMailOptions {
  const { displayName, supportAddress } = ENTITY_PROFILE[message.entity];
  if (!isPlainAddress(message.to)) throw new Undeliverable('The address is not a plain email address.');
  const from = sender ?? supportAddress;
  return {
    messageId: `<${message.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: displayName, address: from },
    replyTo: { name: `${displayName} support`, address: supportAddress },
    to: { name: '', address: message.to },
    subject: singleLine(message.subject),
    text: message.text,
    html: message.html,
    attachments: (message.attachments ?? []).map(({ filename, contentType, content }) => ({
      filename: singleLine(filename),
      contentType,
      content,
    })),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Kind': message.kind },
    // A message must never read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const SAFE_NAME = /^[0-9A-Za-z_-]{1,64}$/;

/**
 * The default mailer: every email becomes a file for any mail program, in a folder that only its owner may
 * read.
 */
export function createOutboxMailer(folder: string, sender?: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    keepsOutbox: true,
    send: async (message) => {
      if (!SAFE_NAME.test(message.id)) throw new Error('This id is no file name.');
      const { message: content } = await transport.sendMail(composeMessage(message, sender));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${message.id}.eml`);
      // The rename is atomic: a reader of the folder never sees half a message.
      await writeFile(`${file}.part`, content, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

const codeOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : 0;

// The mail server's text may quote the message, so only its status code is used.
const isFinal = (error: unknown): boolean => {
  const code = codeOf(error);
  return code >= 500 && code !== 530 && code !== 534 && code !== 535;
};

const reasonOf = (error: unknown): string => {
  const name = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'error';
  const code = codeOf(error);
  return code > 0 ? `The mail server answered ${code}.` : `The mail server cannot be used (${name}).`;
};

/** Create a mailer that sends to a mail server; `url` is `smtp://user:password@host:587` or `smtps://…`. */
export function createSmtpMailer(url: string, sender?: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    logger: false,
  });
  return {
    keepsOutbox: false,
    send: async (message) => {
      const mail = composeMessage(message, sender);
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(reasonOf(error)) : new MailServerError(reasonOf(error));
      }
    },
  };
}

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
