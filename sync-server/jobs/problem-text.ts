import pg from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { maskSecrets } from '#db/records/mask-secrets.ts';

const LONGEST = 300;

/**
 * Says why a run failed, for Dev Tools and the tables of graphile-worker. Texts of the database and of payloads may quote
 * what they refuse, so they are named by code and path only.
 */
export function problemText(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof pg.DatabaseError)
    return `Database error ${error.code ?? 'unknown'}${error.constraint ? ` (${error.constraint})` : ''}.`;
  if (error instanceof z.ZodError)
    return `Wrong payload: ${error.issues.map(({ path, code }) => `${path.join('.') || 'object'} ${code}`).join(', ')}.`;
  if (!(error instanceof Error)) return 'Unknown error.';
  const named = error.name === 'Error' || error.name === 'FailedForNow' ? '' : `${error.name}: `;
  return maskSecrets(`${named}${error.message}`).slice(0, LONGEST);
}
