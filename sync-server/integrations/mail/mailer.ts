import type { EmailKind } from '#db/records/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** A file that an e-mail carries. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** One e-mail as it leaves the house. */
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

/** It will never be delivered: the address is refused, or the message is. Trying again changes nothing. */
export class Undeliverable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Undeliverable';
  }
}

/** The mail server did not take it now. Its text is ours: the server's own words may quote the message. */
export class MailServerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailServerError';
  }
}

/** Hands e-mails over. `send` rejects with `Undeliverable` or, when it may go better later, with any other error. */
export interface Mailer {
  /** True when what is sent can be read in the outbox; then its links may be shown to developers. */
  keepsOutbox: boolean;
  send(message: Message): Promise<void>;
}
