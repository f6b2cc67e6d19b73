import pg from 'pg';
import { z } from 'zod';
import { AppError, type ErrorIssue } from '#db/errors/app-error.ts';
import { toFieldIssues } from '#db/errors/field-issues.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { isUnstorableTextError } from '#sync-server/postgres/unstorable-text.ts';

/** The reason for a final refusal. `bug` is set if the cause is a bug of ours that must be examined. */
export interface Refusal {
  code: string;
  message: string;
  bug: boolean;
  /** The single problems, for a form. */
  issues: readonly ErrorIssue[];
}

const issuesOf = (error: z.ZodError): string =>
  toFieldIssues(error)
    .slice(0, 10)
    .map(({ path, message }) => `${path || 'arguments'}: ${message}`)
    .join('; ');

/** Return the refusal of arguments that the operation's schema does not accept. */
export const invalidArguments = (error: z.ZodError): Refusal => ({
  code: 'INVALID_ARGUMENTS',
  message: `${MESSAGES.fixForm} ${issuesOf(error)}`,
  bug: false,
  issues: toFieldIssues(error),
});

// Invalid values (22) and constraint violations (23) are errors of the operation; every other class is the
// server's.
const isDataError = (error: pg.DatabaseError): boolean => /^2[23]/.test(error.code ?? '');

/**
 * Convert a thrown error to a final refusal, or undefined for an infrastructure failure: then nothing is
 * consumed and the same operation succeeds later. A bug refuses too, because it must not block the rest of
 * the device's outbox.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof AppError) {
    if (error.code === 'UNAVAILABLE') return undefined;
    if (error.code === 'INTERNAL')
      return { code: 'INTERNAL', message: MESSAGES.unknownError, bug: true, issues: [] };
    return { code: error.code, message: error.message, bug: false, issues: error.issues };
  }
  if (error instanceof z.ZodError) return invalidArguments(error);
  if (error instanceof pg.DatabaseError) {
    if (isUnstorableTextError(error)) {
      const message = 'A text has characters that cannot be stored. Remove them and try again.';
      return { code: 'INVALID_ARGUMENTS', message, bug: false, issues: [] };
    }
    return isDataError(error)
      ? { code: 'INVALID_ARGUMENTS', message: MESSAGES.fixForm, bug: true, issues: [] }
      : undefined;
  }
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  return isBug ? { code: 'INTERNAL', message: MESSAGES.unknownError, bug: true, issues: [] } : undefined;
}
