import { createHash, createHmac, randomInt } from 'node:crypto';
import bwipjs from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShipmentMove } from '#db/ordering/shipments/carrier-status.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { usesSimulators } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type {
  BoughtLabel,
  CarrierRate,
  Carriers,
  Consignment,
  ShipmentAddress,
} from '#sync-server/integrations/shipping/carriers.ts';
import { easypostCarriers } from '#sync-server/integrations/shipping/easypost-carriers.ts';
import { readTrackerEvent } from '#sync-server/integrations/shipping/tracker-event.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

/** Four by six inches, the format of label printers. */
const SIZE: [number, number] = [288, 432];
const MARGIN = 16;
const WIDTH = SIZE[0] - 2 * MARGIN;

const linesOf = ({
  name,
  company,
  line1,
  line2,
  city,
  state,
  postalCode,
  country,
}: ShipmentAddress): string =>
  [name, company, line1, line2, `${city}, ${state} ${postalCode}`, country].filter(Boolean).join('\n');

/** Render the label of a simulated shipment; it states that no carrier accepts it. */
async function labelPdf(
  { from, to, measures, reference }: Consignment,
  { carrier, service, trackingNumber }: { carrier: string; service: string; trackingNumber: string },
): Promise<Buffer> {
  const symbol = await bwipjs.toBuffer({ bcid: 'code128', text: trackingNumber, scale: 3, height: 16 });
  return new Promise((resolve, reject) => {
    const pdfDocument = new PDFDocument({
      size: SIZE,
      margin: MARGIN,
      info: { Title: `Label ${trackingNumber}` },
    });
    const parts: Buffer[] = [];
    pdfDocument.on('data', (part: Buffer) => parts.push(part));
    pdfDocument.on('end', () => resolve(Buffer.concat(parts)));
    pdfDocument.on('error', reject);
    const line = (y: number) =>
      pdfDocument
        .moveTo(MARGIN, y)
        .lineTo(SIZE[0] - MARGIN, y)
        .stroke();
    const text = (content: string, y: number, size: number, height: number, font = 'Helvetica') =>
      pdfDocument
        .font(font)
        .fontSize(size)
        .text(content, MARGIN, y, { width: WIDTH, height, ellipsis: true });
    text(`${carrier} ${service}`, 18, 18, 22, 'Helvetica-Bold');
    text('Simulated carrier: not valid for transport', 42, 9, 12);
    line(58);
    text('FROM', 64, 8, 10, 'Helvetica-Bold');
    text(linesOf(from), 75, 9, 68);
    line(148);
    text('TO', 155, 9, 12, 'Helvetica-Bold');
    text(linesOf(to), 168, 13, 98, 'Helvetica-Bold');
    line(272);
    text(
      `${(measures.grams / 1000).toFixed(1)} kg, ${measures.count} box(es)   Ref ${reference}`,
      278,
      9,
      12,
    );
    pdfDocument.image(symbol, MARGIN, 298, { fit: [WIDTH, 84], align: 'center' });
    text(trackingNumber, 390, 13, 16, 'Courier-Bold');
    pdfDocument.end();
  });
}

/** Three fictional services: price of the first kilogram and of each further one, in cents. */
const SERVICES = [
  { carrier: 'Northway', service: 'Ground', first: 1290, more: 180, days: 4 },
  { carrier: 'Swiftpost', service: 'Two Day', first: 2450, more: 320, days: 2 },
  { carrier: 'Coldline', service: 'Overnight Frozen', first: 5890, more: 640, days: 1 },
] as const;

/** An international shipment costs more and takes longer. */
const ABROAD = { times: 3, days: 3 };

/** Return the rates of the simulated carriers; equal shipments on one day have equal rates. */
export function simulatedRates(consignment: Consignment, day: string): CarrierRate[] {
  const { from, to, measures, reference } = consignment;
  const kilograms = Math.max(1, Math.ceil(measures.grams / 1000));
  const abroad = from.country !== to.country;
  return SERVICES.map(({ carrier, service, first, more, days }) => {
    const boxes = (first + (kilograms - 1) * more) * Math.max(1, measures.count);
    const cost = boxes * (abroad ? ABROAD.times : 1);
    const key = JSON.stringify([from, to, measures, reference, carrier, service, cost, day]);
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 24);
    return { id: `rate_sim_${digest}`, carrier, service, cost, days: days + (abroad ? ABROAD.days : 0) };
  });
}

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
function createShipmentSimulator(pool: Pool, secret: string, now: () => Date): Carriers {
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

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Return the secret of the simulator's webhook signatures, known to this server only. */
export const trackingSecret = ({ env }: Pick<Running, 'env'>): string =>
  createHmac('sha256', authSecret(env)).update('webhooks of the shipment simulator').digest('hex');

/**
 * Return the carriers of this server: those behind EasyPost if its key is set, otherwise the simulator if
 * enabled.
 */
export function carriersOf({ pool, env, now }: Running): Carriers {
  const { EASYPOST_API_KEY: key, EASYPOST_WEBHOOK_SECRET: secret, EASYPOST_URL: url } = env;
  if (key && secret) return easypostCarriers({ url, key, secret });
  if (!usesSimulators(env))
    throw new AppError(
      'UNAVAILABLE',
      'The lab sells no labels yet. Choose your own carrier and enter the tracking number.',
    );
  return createShipmentSimulator(pool, trackingSecret({ env }), now);
}
