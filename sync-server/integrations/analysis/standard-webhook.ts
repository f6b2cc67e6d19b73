import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#db/errors/app-error.ts';
import { webhookKey } from '#sync-server/config/pipeline-settings.ts';

const TOLERANCE_MS = 5 * 60_000;
// The parts of the signed content are joined by a period.
const MESSAGE_ID = /^[\w-]{1,100}$/;

/** The headers of a message in Standard Webhooks form. */
export interface WebhookHeaders {
  id: string;
  timestamp: string;
  signature: string;
}

function keyOf(secret: string): Buffer {
  const key = webhookKey(secret);
  if (!key) throw new Error('ANALYSIS_SECRET is not whsec_<base64 of 24 to 64 bytes>.');
  return key;
}

/** Sign a message in Standard Webhooks form. */
export function signWebhook(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: Buffer | string },
): WebhookHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body);
  return { id, timestamp, signature: `v1,${signature.digest('base64')}` };
}

const isEqual = (received: string, expected: string): boolean => {
  const bytes = [Buffer.from(received), Buffer.from(expected)] as const;
  return bytes[0].length === bytes[1].length && timingSafeEqual(...bytes);
};

/**
 * Verify a message in Standard Webhooks form and return its id; throws unless one of its signatures is right and
 * its time is within five minutes. The id may have arrived before.
 */
export function verifyWebhook(
  secret: string,
  { id, timestamp, signature }: WebhookHeaders,
  body: Buffer,
  now: Date,
): string {
  const at = /^\d{1,12}$/.test(timestamp) ? new Date(Number(timestamp) * 1000) : null;
  const expected = at && MESSAGE_ID.test(id) ? signWebhook(secret, { id, at, body }).signature : null;
  if (!at || expected === null || !signature.split(' ').some((one) => isEqual(one, expected)))
    throw new AppError(
      'BAD_REQUEST',
      'The signature of this webhook is not valid. Sign it with the secret of this server.',
    );
  if (Math.abs(now.getTime() - at.getTime()) > TOLERANCE_MS)
    throw new AppError(
      'BAD_REQUEST',
      'The time of this webhook is more than 5 minutes off. Check the clock, and sign the message again.',
    );
  return id;
}
