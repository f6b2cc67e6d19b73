import { z } from 'zod';

/** The reason of a status override; it stays in the history permanently, so a single word is not enough. */
export const OverrideReason = z
  .string()
  .trim()
  .min(10, 'Give a reason of at least 10 characters.')
  .max(1000, 'Use at most 1000 characters.');
