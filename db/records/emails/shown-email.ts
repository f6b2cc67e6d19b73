import { z } from 'zod';
import { email } from './email.ts';

/** An email in the list of the outbox, without its text. */
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

/**
 * One email as a person who manages the outbox reads it: secrets of links are masked, or the whole text is
 * hidden.
 */
export const ShownEmail = ListedEmail.extend({
  text: z.string(),
  html: z.string(),
  /** True when the text is hidden or deleted because it contained a link that opens an account. */
  hidden: z.boolean(),
  /** Whether it may be sent again. */
  sendable: z.boolean(),
});
export type ShownEmail = z.infer<typeof ShownEmail>;

/** Replaces the secret of a link. */
const MASK = '••••••••';

const TOKEN = /([#?&]token=)[^\s"'<>&#]+/g;

/**
 * Mask the secrets of a text's links: who manages the outbox sees what was sent, but cannot open anybody's
 * account with it.
 */
export const maskSecrets = (text: string): string => text.replace(TOKEN, `$1${MASK}`);
