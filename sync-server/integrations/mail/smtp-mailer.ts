import { createTransport } from 'nodemailer';
import { composeMessage } from './compose.ts';
import { type Mailer, MailServerError, Undeliverable } from './mailer.ts';

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

/** Sends emails to a mail server; `url` is `smtp://user:password@host:587` or `smtps://…`. */
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
