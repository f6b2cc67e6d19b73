import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older webhooks may be replayed and are refused. */
const TOLERANCE_S = 300;

const digest = (secret: string, seconds: number, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** Sign a webhook like Stripe: `t=…,v1=…`. */
export function signWebhook(secret: string, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

/** Verify the signature of a body and its age. */
export function isSigned(secret: string, body: Buffer, signature: string, now: Date): boolean {
  const [, time = '', mac = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const seconds = Number(time);
  if (mac === '' || Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_S) return false;
  return timingSafeEqual(digest(secret, seconds, body), Buffer.from(mac, 'hex'));
}
