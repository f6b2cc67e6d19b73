import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signature stands for: this method on this file by this person until then. */
export interface SignedRequest {
  method: 'PUT' | 'GET';
  fileId: string;
  userId: string;
  expires: number;
}

/** Signs what an address allows. */
export const signRequest = (secret: string, { method, fileId, userId, expires }: SignedRequest): string =>
  createHmac('sha256', `files|${secret}`).update([method, fileId, userId, expires].join('\n')).digest('hex');

/** Does the signature stand for this, and is it still time? */
export function isSigned(secret: string, method: SignedRequest, signature: string, now: Date): boolean {
  const expected = Buffer.from(signRequest(secret, method));
  const received = Buffer.from(signature);
  const fits = expected.length === received.length && timingSafeEqual(expected, received);
  return fits && now.getTime() <= method.expires;
}
