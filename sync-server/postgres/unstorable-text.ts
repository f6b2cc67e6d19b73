import type pg from 'pg';

const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/**
 * Reports whether a text anywhere in parsed JSON, also as a key, is one that Postgres does not take: a NUL byte, or half of
 * a character (a surrogate alone).
 */
export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasUnstorableText);
  return Object.entries(value).some(([key, inner]) => isUnstorable(key) || hasUnstorableText(inner));
}

/** Reports whether Postgres refused such a text; it names halves of a character only in the detail, when it reads JSON. */
export const isUnstorableTextError = ({ code, detail }: pg.DatabaseError): boolean =>
  code === '22021' || code === '22P05' || (code === '22P02' && /surrogate/.test(detail ?? ''));
