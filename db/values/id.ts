import { z } from 'zod';

/** Row ids are ULIDs; an id may be minted by an offline device. */
export const Id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'An id has 1 to 64 letters, digits, - or _.');

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

const letterOf = (value: number): string => ALPHABET[value % 32] ?? '0';

/**
 * Derive the k-th id (0..32767) of an operation: device and server derive the same ids from the operation's
 * own id, so that both replicas of a rule create the same rows. Ids of one operation sort in order of k.
 */
export function deriveId(operationId: string, k: number): string {
  if (!ULID.test(operationId)) return `${operationId.slice(0, 58)}-${k.toString(36)}`;
  // The last three letters encode k and are mixed into those before them, because clients that increment ids
  // within a millisecond create operations whose ids differ in these letters alone.
  const value = (place: number): number => ALPHABET.indexOf(operationId[place] ?? '0');
  const mixed = [20, 21, 22].map((place) => letterOf(value(place) ^ value(place + 3)));
  const digits = [2, 1, 0].map((place) => letterOf(Math.floor(k / 32 ** place)));
  return [operationId.slice(0, 20), ...mixed, ...digits].join('');
}
