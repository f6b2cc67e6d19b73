import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** Format an error for users: the reason that the server gave, otherwise that it is unknown. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;
