import pg from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { maskSecrets } from '#db/records/mask-secrets.ts';
import { MailServerError, Undeliverable } from '#sync-server/integrations/mail/mailer.ts';
import { FailedForNow } from './task.ts';

const LONGEST = 300;
const REPORT = 'Report it with the server log.';
/** SQLSTATE classes of a database that is unavailable, full or shutting down. */
const AWAY = /^(08|53|57)/;
/** Network error codes of Node, for example ECONNREFUSED or ERR_STREAM_PREMATURE_CLOSE. */
const SYSTEM_CODE = /^E[A-Z0-9_]+$/;

const databaseText = ({ code = 'unknown', constraint }: pg.DatabaseError): string =>
  AWAY.test(code)
    ? `The database is unavailable (${code}). Check that it runs and has room.`
    : `Database error ${code}${constraint ? ` (${constraint})` : ''}. ${REPORT}`;

const payloadText = ({ issues }: z.ZodError): string =>
  `Wrong payload: ${issues.map(({ path, code }) => `${path.join('.') || 'object'} ${code}`).join(', ')}. ${REPORT}`;

/** Report whether an error has a text of ours for people. */
const isWrittenHere = (error: unknown): error is Error =>
  error instanceof AppError ||
  error instanceof FailedForNow ||
  error instanceof Undeliverable ||
  error instanceof MailServerError;

/**
 * Return why a run failed and what to do, for Dev Tools and the tables of graphile-worker. Texts of the
 * database, of parsers and of libraries may quote patient data or a password, so only their class and code
 * are used.
 */
export function problemText(error: unknown): string {
  if (isWrittenHere(error)) return maskSecrets(error.message).slice(0, LONGEST);
  if (error instanceof pg.DatabaseError) return databaseText(error);
  if (error instanceof z.ZodError) return payloadText(error);
  if (!(error instanceof Error)) return `Unknown error. ${REPORT}`;
  if ('code' in error && typeof error.code === 'string' && SYSTEM_CODE.test(error.code))
    return `A file or network connection failed (${error.code}). Check disk, network and settings.`;
  return `Unexpected ${error.constructor.name}. ${REPORT}`;
}
