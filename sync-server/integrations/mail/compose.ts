import type { SendMailOptions } from 'nodemailer';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { isPlainAddress } from '#db/values/email-address.ts';
import { singleLine } from './mail-header.ts';
import { type Message, Undeliverable } from './mailer.ts';

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
