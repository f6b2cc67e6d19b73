import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** What an error about a view says to people. */
export const viewProblem = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;
