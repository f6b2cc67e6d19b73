import { z } from 'zod';

/** Row ids are ULIDs; an id may be minted by an offline device. */
export const Id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'An id has 1 to 64 letters, digits, - or _.');

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * The k-th id (0..32767) that belongs to an operation: device and server derive the same ids from the operation's own id,
 * so that both replicas of a rule create the same rows.
 */
export function deriveId(operationId: string, k: number): string {
  if (!ULID.test(operationId)) return `${operationId.slice(0, 58)}-${k.toString(36)}`;
  const digit = (place: number) => ALPHABET[Math.floor(k / 32 ** place) % 32] ?? '0';
  return operationId.slice(0, 23) + digit(2) + digit(1) + digit(0);
}
