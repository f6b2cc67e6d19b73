import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import type { TrackingEvent } from './carriers.ts';

const PREFIX = 'hmac-sha256-hex=';

/** Sign a webhook like EasyPost. */
export const signTracking = (secret: string, body: Buffer): string =>
  PREFIX + createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex');

/** Verify the signature of a body. */
function isSignedTracking(secret: string, body: Buffer, signature: string): boolean {
  const [received, right] = [Buffer.from(signature), Buffer.from(signTracking(secret, body))];
  return received.length === right.length && timingSafeEqual(received, right);
}

const Place = z.object({ city: z.string().nullish(), state: z.string().nullish() });
const Detail = z.object({
  message: z.string().nullish(),
  datetime: z.string().nullish(),
  tracking_location: Place.nullish(),
});
const TrackerEvent = z.object({
  id: z.string().min(1).max(100),
  result: z.object({
    object: z.literal('Tracker'),
    tracking_code: z.string().min(1).max(100),
    status: z.string().min(1).max(60),
    updated_at: z.string(),
    tracking_details: z.array(Detail).max(1_000).nullish(),
  }),
});
const Other = z.object({ id: z.string(), result: z.object({ object: z.string() }).nullish() });

const instantOf = (text: string): string | null => {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};

const unreadable = () => new AppError('BAD_REQUEST', 'This webhook cannot be read.');

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw unreadable();
  }
}

/** Parse a signed tracker webhook in EasyPost's format. */
export function readTrackerEvent(secret: string, body: Buffer, signature: string): TrackingEvent | null {
  if (!isSignedTracking(secret, body, signature))
    throw new AppError('BAD_REQUEST', 'The signature of this webhook is not valid.');
  const content = parsed(body);
  const trackerEvent = TrackerEvent.safeParse(content).data;
  if (!trackerEvent) {
    const other = Other.safeParse(content).data;
    if (other && other.result?.object !== 'Tracker') return null;
    throw unreadable();
  }
  const {
    tracking_code: trackingNumber,
    status: carrierStatus,
    updated_at,
    tracking_details,
  } = trackerEvent.result;
  const last = tracking_details?.at(-1);
  const at = instantOf(last?.datetime ?? updated_at);
  if (at === null) throw unreadable();
  const { city, state } = last?.tracking_location ?? {};
  const place = [city, state].filter(Boolean).join(', ').slice(0, 200) || null;
  const message = last?.message?.slice(0, 500) ?? null;
  return { id: trackerEvent.id, trackingNumber, carrierStatus, message, place, at };
}
