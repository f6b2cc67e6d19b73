import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';

/** Why something is done, in a person's words; it stands in the history for ever. */
export const Reason = z
  .string()
  .trim()
  .min(1, MESSAGES.reasonRequired)
  .max(1000, 'Use at most 1000 characters.');
