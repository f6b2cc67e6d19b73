import type { EmailKind } from '#db/records/email-kind.ts';
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
