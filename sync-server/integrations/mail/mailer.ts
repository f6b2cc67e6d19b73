import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** An attachment of an email. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** One email as it is sent. */
export interface Message {
  id: string;
  entity: BusinessEntity;
  kind: EmailKind;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
}

/** Thrown when the address or message is refused permanently; a retry is useless. */
export class Undeliverable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Undeliverable';
  }
}

/**
 * Thrown when the mail server refuses temporarily. The text is ours, because the server's text may quote the
 * message.
 */
export class MailServerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailServerError';
  }
}

/** Sends emails. `send` rejects with `Undeliverable`, or with any other error if a retry may succeed. */
export interface Mailer {
  /** True if sent emails can be read in the outbox; then developers may see their links. */
  keepsOutbox: boolean;
  send(message: Message): Promise<void>;
}

/** Reduce a header's text to one line, so that a name or subject cannot inject another header. */
export const singleLine = (text: string, limit = 200): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    // Bidirectional controls and half characters would show another text than was written.
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, limit);
