import { z } from 'zod';

/** Why a status is forced; it stands in the history for ever, so a word is not enough. */
export const OverrideReason = z
  .string()
  .trim()
  .min(10, 'Give a reason of at least 10 characters.')
  .max(1000, 'Use at most 1000 characters.');
