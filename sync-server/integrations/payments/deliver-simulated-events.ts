import { createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { Pool } from 'pg';

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

const REPEAT_AFTER_S = 5;
const TRY_AGAIN_S = 30;
const ROUND = 20;

/** Sends a webhook to the lab's own URL; returns the status. */
export type SendWebhook = (body: Buffer, signature: string) => Promise<number>;

interface Due {
  id: string;
  kind: string;
  intentId: string;
  dispute: string | null;
}

/** Build the object of an event as a real processor does: a dispute with its status, otherwise the intent. */
const aboutOf = ({ kind, intentId, dispute }: Due) =>
  kind.startsWith('charge.dispute.')
    ? {
        id: intentId.replace('pi_', 'dp_'),
        object: 'dispute',
        payment_intent: intentId,
        status: kind === 'charge.dispute.closed' ? dispute : 'needs_response',
      }
    : { id: intentId };

// Claimed before it is sent, so that no transaction stays open meanwhile; failed ones are sent again.
const TAKE = `
  UPDATE card_simulator_event SET attempts = attempts + 1, next_at = $1::timestamptz + interval '${TRY_AGAIN_S} seconds'
   WHERE id IN (SELECT id FROM card_simulator_event WHERE tells_left > 0 AND next_at <= $1 AND attempts < 50
                 ORDER BY next_at, id FOR UPDATE SKIP LOCKED LIMIT ${ROUND})
  RETURNING id, kind, intent_id AS "intentId",
            (SELECT dispute FROM card_simulator_intent i WHERE i.id = intent_id) AS dispute`;
const MARK_DELIVERED = `
  UPDATE card_simulator_event SET tells_left = tells_left - 1, next_at = $2::timestamptz + interval '${REPEAT_AFTER_S} seconds'
   WHERE id = $1 AND tells_left > 0`;

/** Deliver the simulator's events, each more than once. Returns how many were accepted. */
export async function deliverSimulatedEvents(
  pool: Pool,
  { secret, send, now }: { secret: string; send: SendWebhook; now: Date },
): Promise<number> {
  let deliveredCount = 0;
  for (const due of (await pool.query<Due>(TAKE, [now])).rows) {
    const { id, kind } = due;
    const payload = { id, object: 'event', type: kind, data: { object: aboutOf(due) } };
    const body = Buffer.from(JSON.stringify(payload));
    const status = await send(body, signWebhook(secret, body, now));
    if (status < 200 || status > 299) continue;
    deliveredCount += 1;
    await pool.query(MARK_DELIVERED, [id, now]);
  }
  return deliveredCount;
}

/** Post to this server over the loopback address, with the name of one of its hosts. */
export const sendToSelf =
  (port: number, host: string): SendWebhook =>
  (body, signature) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: '/api/payments/webhook',
          headers: {
            Host: host,
            'Content-Type': 'application/json',
            'Content-Length': body.length,
            'Stripe-Signature': signature,
          },
          timeout: 10_000,
        },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
        },
      );
      request.on('timeout', () => request.destroy(new Error('no answer')));
      request.on('error', reject);
      request.end(body);
    });
