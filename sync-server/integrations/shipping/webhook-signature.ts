import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'hmac-sha256-hex=';

/** Sign a webhook like EasyPost. */
export const signTracking = (secret: string, body: Buffer): string =>
  PREFIX + createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex');

/** Verify the signature of a body. */
export function isSignedTracking(secret: string, body: Buffer, signature: string): boolean {
  const [received, right] = [Buffer.from(signature), Buffer.from(signTracking(secret, body))];
  return received.length === right.length && timingSafeEqual(received, right);
}
