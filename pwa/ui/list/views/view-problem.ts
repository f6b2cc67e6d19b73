import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** Return the user text of an error about a view. */
export const viewProblem = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;
