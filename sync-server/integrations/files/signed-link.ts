import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signed content: this method on this file by this person until this time. */
export interface SignedRequest {
  method: 'PUT' | 'GET';
  fileId: string;
  userId: string;
  expires: number;
}

/** Sign the content of a URL. */
export const signRequest = (secret: string, { method, fileId, userId, expires }: SignedRequest): string =>
  createHmac('sha256', `files|${secret}`).update([method, fileId, userId, expires].join('\n')).digest('hex');

/** Verify a signature and its expiry. */
export function isSigned(secret: string, method: SignedRequest, signature: string, now: Date): boolean {
  const expected = Buffer.from(signRequest(secret, method));
  const received = Buffer.from(signature);
  const fits = expected.length === received.length && timingSafeEqual(expected, received);
  return fits && now.getTime() <= method.expires;
}
