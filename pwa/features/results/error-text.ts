import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** What is said of something that did not succeed. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;
