import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signature stands for: this act on this file by this person until then. */
export interface SignedAct {
  act: 'PUT' | 'GET';
  fileId: string;
  userId: string;
  expires: number;
}

/** Signs what an address allows. */
export const signAct = (secret: string, { act, fileId, userId, expires }: SignedAct): string =>
  createHmac('sha256', `files|${secret}`).update([act, fileId, userId, expires].join('\n')).digest('hex');

/** Does the signature stand for this, and is it still time? */
export function isSigned(secret: string, act: SignedAct, signature: string, now: Date): boolean {
  const wanted = Buffer.from(signAct(secret, act));
  const given = Buffer.from(signature);
  const fits = wanted.length === given.length && timingSafeEqual(wanted, given);
  return fits && now.getTime() <= act.expires;
}
