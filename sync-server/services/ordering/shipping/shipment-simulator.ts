import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShipmentMove } from '#db/ordering/shipment-move.ts';
import { labelPdf } from '#sync-server/integrations/shipping/label-pdf.ts';
import type {
  BoughtLabel,
  CarrierRate,
  Carriers,
  Consignment,
} from '#sync-server/integrations/shipping/port.ts';
import { simulatedRates } from '#sync-server/integrations/shipping/simulated-rates.ts';
import { readTrackerEvent } from '#sync-server/integrations/shipping/tracker-event.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

interface Bought extends Omit<BoughtLabel, 'reference' | 'days'> {
  id: string;
}

const BOUGHT = `
  SELECT id, carrier, service, cost::float8 AS cost, tracking_number AS "trackingNumber", content
    FROM parcel_simulator WHERE rate_id = $1`;
const DAY_MS = 86_400_000;

const trackingNumberOf = (carrier: string): string =>
  `${carrier.slice(0, 2).toUpperCase()}${Array.from({ length: 12 }, () => randomInt(10)).join('')}`;

async function buy(pool: Pool, rate: CarrierRate, consignment: Consignment): Promise<BoughtLabel> {
  const { id: rateId, carrier, service, cost, days } = rate;
  const trackingNumber = trackingNumberOf(carrier);
  const content = await labelPdf(consignment, { carrier, service, trackingNumber });
  await pool.query(
    `INSERT INTO parcel_simulator (id, rate_id, tracking_number, carrier, service, cost, reference, status, content)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'unknown', $8) ON CONFLICT (rate_id) DO NOTHING`,
    [ulid(), rateId, trackingNumber, carrier, service, cost, consignment.reference, content],
  );
  const [bought] = (await pool.query<Bought>(BOUGHT, [rateId])).rows;
  if (!bought) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const { id: reference, ...label } = bought;
  return { ...label, reference, days };
}

/**
 * The carriers of a lab without a carrier key: three services, their own shipment table, and signed webhooks.
 */
export function createShipmentSimulator(pool: Pool, secret: string, now: () => Date): Carriers {
  const today = () => now().toISOString().slice(0, 10);
  return {
    provider: 'SIMULATOR',
    rates: async (consignment) => simulatedRates(consignment, today()),
    async buyLabel(rateId, consignment) {
      const rate = simulatedRates(consignment, today()).find(({ id }) => id === rateId);
      if (!rate)
        throw new AppError('RATE_EXPIRED', 'This price is not valid any more. Ask for the prices again.');
      return buy(pool, rate, consignment);
    },
    async voidLabel(reference) {
      // The rate may then be bought again, as a new shipment.
      await pool.query(
        `UPDATE parcel_simulator SET refunded_at = $2, status = 'cancelled', rate_id = rate_id || ' ' || id
          WHERE id = $1 AND refunded_at IS NULL`,
        [reference, now()],
      );
    },
    readEvent: (body, signature) => readTrackerEvent(secret, body, signature),
  };
}

/**
 * Advance a shipment: its carrier soon sends the event as often as requested; a late event is dated one day
 * back.
 */
export async function moveSimulatedShipment(
  pool: Pool,
  { id, entity, now }: { id: string; entity: string; now: Date },
  { status, times, late: isLate }: ShipmentMove,
): Promise<void> {
  const reportedAt = new Date(now.getTime() - (isLate ? DAY_MS : 0));
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE parcel_simulator p SET status = CASE WHEN $3 THEN p.status ELSE $2 END FROM "order" o
        WHERE p.id = $1 AND p.refunded_at IS NULL AND o.order_number = p.reference AND o.entity = $4`,
      [id, status, isLate, entity],
    );
    if (rowCount === 0) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    await client.query(
      `INSERT INTO parcel_simulator_event (id, parcel_id, status, told_at, tells_left, next_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [`evt_sim_${ulid()}`, id, status, reportedAt, times, now],
    );
  });
}
