import type pg from 'pg';

const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/**
 * Report whether parsed JSON contains, also as a key, a text that Postgres rejects: a NUL byte or a lone
 * surrogate (half of a character).
 */
export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnstorableText);
  return Object.entries(value).some(([key, inner]) => isUnstorable(key) || hasUnstorableText(inner));
}

/** Report whether Postgres rejected such a text; for JSON it names half characters only in the detail. */
export const isUnstorableTextError = ({ code, detail }: pg.DatabaseError): boolean =>
  code === '22021' || code === '22P05' || (code === '22P02' && /surrogate/.test(detail ?? ''));
