import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';

/** A person's reason for an operation; it stays in the history permanently. */
export const Reason = z
  .string()
  .trim()
  .min(1, MESSAGES.reasonRequired)
  .max(1000, 'Use at most 1000 characters.');

/** Words of the lab that only the lab reads, beside a reason that the customer reads. */
export const InternalReason = Reason.nullable().default(null);

/** The reason of a status override; it stays in the history permanently, so a single word is not enough. */
export const OverrideReason = z
  .string()
  .trim()
  .min(10, 'Give a reason of at least 10 characters.')
  .max(1000, 'Use at most 1000 characters.');
