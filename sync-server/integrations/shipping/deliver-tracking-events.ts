import http from 'node:http';
import type { Pool } from 'pg';
import { signTracking } from './tracker-event.ts';

const TRY_AGAIN_S = 30;
const ROUND = 20;

/** Sends a webhook to the lab's own URL; returns the status. */
export type SendTracking = (body: Buffer, signature: string) => Promise<number>;

interface Due {
  id: string;
  status: string;
  toldAt: Date;
  trackingNumber: string;
}

// Claimed before it is sent, so that no transaction stays open meanwhile; failed ones are sent again.
const TAKE = `
  WITH due AS (
    UPDATE parcel_simulator_event SET attempts = attempts + 1, next_at = $1::timestamptz + interval '${TRY_AGAIN_S} seconds'
     WHERE id IN (SELECT id FROM parcel_simulator_event WHERE tells_left > 0 AND next_at <= $1 AND attempts < 50
                   ORDER BY next_at, id FOR UPDATE SKIP LOCKED LIMIT ${ROUND})
    RETURNING id, parcel_id, status, told_at)
  SELECT due.id, due.status, due.told_at AS "toldAt", parcel.tracking_number AS "trackingNumber"
    FROM due JOIN parcel_simulator parcel ON parcel.id = due.parcel_id ORDER BY due.told_at, due.id`;
const MARK_DELIVERED = `
  UPDATE parcel_simulator_event SET tells_left = tells_left - 1, next_at = $2
   WHERE id = $1 AND tells_left > 0`;

const trackerOf = ({ id, status, toldAt: reportedAt, trackingNumber }: Due) => ({
  id,
  object: 'Event',
  description: 'tracker.updated',
  result: {
    object: 'Tracker',
    tracking_code: trackingNumber,
    status,
    updated_at: reportedAt.toISOString(),
    tracking_details: [
      {
        status,
        message: `Simulated: ${status.replaceAll('_', ' ')}`,
        datetime: reportedAt.toISOString(),
        tracking_location: { city: 'Boston', state: 'MA' },
      },
    ],
  },
});

/** Deliver the events of the simulated carriers. Returns how many were accepted. */
export async function deliverTrackingEvents(
  pool: Pool,
  { secret, send, now }: { secret: string; send: SendTracking; now: Date },
): Promise<number> {
  let deliveredCount = 0;
  for (const due of (await pool.query<Due>(TAKE, [now])).rows) {
    const body = Buffer.from(JSON.stringify(trackerOf(due)));
    const status = await send(body, signTracking(secret, body));
    if (status < 200 || status > 299) continue;
    deliveredCount += 1;
    await pool.query(MARK_DELIVERED, [due.id, now]);
  }
  return deliveredCount;
}

/** Post to this server over the loopback address, with the name of one of its hosts. */
export const sendTrackingToSelf =
  ({ port, host, path }: { port: number; host: string; path: string }): SendTracking =>
  (body, signature) =>
    new Promise((resolve, reject) => {
      const headers = {
        Host: host,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        'X-Hmac-Signature': signature,
      };
      const request = http.request(
        { host: '127.0.0.1', port, method: 'POST', path, headers, timeout: 10_000 },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
        },
      );
      request.on('timeout', () => request.destroy(new Error('no answer')));
      request.on('error', reject);
      request.end(body);
    });
