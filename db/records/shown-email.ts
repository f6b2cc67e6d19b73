import { z } from 'zod';
import { email } from './email.ts';

/** An e-mail in the list of the outbox; what it says is read one by one. */
export const ListedEmail = email.schema.pick({
  id: true,
  createdAt: true,
  kind: true,
  to: true,
  subject: true,
  status: true,
  attempts: true,
  nextAttemptAt: true,
  lastError: true,
  sentAt: true,
});
export type ListedEmail = z.infer<typeof ListedEmail>;

/** One e-mail as whoever looks after the outbox reads it: secrets of links are masked, or all of it is hidden. */
export const ShownEmail = ListedEmail.extend({
  text: z.string(),
  html: z.string(),
  /** Is the text not shown, or not kept, because it held a link that opens an account? */
  hidden: z.boolean(),
  /** May it be sent again? */
  sendable: z.boolean(),
});
export type ShownEmail = z.infer<typeof ShownEmail>;
