import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import * as calls from '#db/api/ordering/shipping.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { recordShipmentStatus } from '#db/ordering/shipments/record-shipment-status.ts';
import { saveTrackingNumber } from '#db/ordering/shipments/save-tracking-number.ts';
import { type Shipment, shipment } from '#db/ordering/shipments/shipment.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { readBody, SHIPPING_WEBHOOK } from '#sync-server/http/request-bodies.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import type { TrackingEvent } from '#sync-server/integrations/shipping/carriers.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { carriersOf } from './carriers-of.ts';
import { readShipping, requireVisibleOrder } from './read-shipping.ts';
import { chooseDraftLabel, readLabel, readRates, returnLabel, sellLabel } from './sell-label.ts';
import { notifyAboutShipment } from './shipping-emails.ts';
import { simulatorRoutes } from './simulator-routes.ts';

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Store an event of a shipment. */
async function keepEvent(
  client: ClientBase,
  row: Shipment,
  event: TrackingEvent,
  moved: boolean,
): Promise<void> {
  const { id, carrierStatus, message, place, at } = event;
  await client.query(
    `INSERT INTO carrier_event (event_id, shipment_id, entity, carrier_status, message, place, told_at, moved)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, row.id, row.entity, carrierStatus, message, place, at, moved],
  );
}

const isKnownEvent = async (client: ClientBase, eventId: string, shipmentId: string): Promise<boolean> =>
  ((
    await client.query('SELECT 1 FROM carrier_event WHERE event_id = $1 AND shipment_id = $2', [
      eventId,
      shipmentId,
    ])
  ).rowCount ?? 0) > 0;

/**
 * Apply a carrier's event to every shipment with that tracking number, each event once; returns the number of
 * changed shipments.
 */
export async function applyTracking(running: Running, event: TrackingEvent): Promise<number> {
  const { rows } = await running.pool.query<{ entity: BusinessEntity }>(
    'SELECT DISTINCT entity FROM shipment WHERE tracking_number = $1 AND NOT deleted',
    [event.trackingNumber],
  );
  const entities = BUSINESS_ENTITIES.filter((known) => rows.some(({ entity }) => entity === known));
  let moved = 0;
  for (const entity of entities) moved += await applyIn(running, entity, event);
  return moved;
}

const applyIn = (running: Running, entity: BusinessEntity, event: TrackingEvent): Promise<number> => {
  const settings = { now: running.now(), timeZone: running.env.LAB_TIMEZONE };
  const { trackingNumber, carrierStatus, at } = event;
  return writeAsSystem(running.pool, entity, settings, async (tx, context, client) => {
    let moved = 0;
    for (const row of await tx.find(shipment, { trackingNumber })) {
      if (row.entity !== entity || (await isKnownEvent(client, event.id, row.id))) continue;
      const steps = await recordShipmentStatus(tx, context, row, { carrierStatus, at });
      await keepEvent(client, row, event, steps.length > 0);
      if (steps.length > 0) moved += 1;
      const shipmentRef = { entity, shipmentId: row.id, orderId: row.orderId };
      if (steps.some((status) => status === 'FAILED' || status === 'RETURNED'))
        await notifyAboutShipment(client, running, shipmentRef, 'SHIPMENT_EXCEPTION');
    }
    return moved;
  });
};

/** Webhooks of a carrier are a few kilobytes. */
const WEBHOOK_LIMIT = { limit: 500_000, tooLarge: 'Send less than 500 KB.' };

const { readLabel: labelCall, receiveCarrierEvent } = calls;

const labelRoute = streamRoute({
  method: labelCall.method,
  path: labelCall.path,
  access: labelCall.access,
  handler: async ({ services, session }, request, response) => {
    const known = labelCall.params.safeParse(request.params);
    if (!session || !known.success) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const { content, name } = await readLabel(services, session, known.data.id);
    response.set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    });
    response.send(content);
  },
});

const webhookRoute = streamRoute({
  method: receiveCarrierEvent.method,
  path: SHIPPING_WEBHOOK,
  access: receiveCarrierEvent.access,
  handler: async ({ services, logger }, request, response) => {
    const carriers = carriersOf(services);
    const body = await readBody(request, WEBHOOK_LIMIT);
    const event = carriers.readEvent(body, request.get('x-hmac-signature') ?? '');
    const moved = event ? await applyTracking(services, event) : 0;
    const logFields = { eventId: event?.id, carrierStatus: event?.carrierStatus, moved };
    logger.info(logFields, 'a carrier reported a shipment');
    response.json({ received: true });
  },
});

/** Shipments of orders: rates, labels, tracking, and carrier webhooks. */
export const shippingRoutes: readonly ApiRoute[] = [
  ...simulatorRoutes,
  serveCall(calls.readShipping, ({ services, session, params: { id } }) =>
    readShipping(services, session, id),
  ),
  serveCall(calls.readRates, ({ services, session, params: { id }, query: { direction } }) =>
    readRates(services, session, { orderId: id, direction }),
  ),
  serveCall(calls.chooseLabel, ({ services, session, params: { id }, body }) =>
    chooseDraftLabel(services, session, { orderId: id, ...body }),
  ),
  serveCall(calls.buyLabel, async ({ services, session, params: { id }, body }) => {
    await sellLabel(services, session, { orderId: id, ...body });
    return readShipping(services, session, id);
  }),
  serveCall(calls.saveTrackingNumber, async ({ services, session, params: { id }, body }) => {
    await requireVisibleOrder(services, session, id);
    const args = { ...body, orderId: id, shipmentId: ulid() };
    await executeOperation(engineOf(services), session, saveTrackingNumber, args);
    return readShipping(services, session, id);
  }),
  serveCall(calls.voidLabel, async ({ services, session, params: { id }, body }) => {
    const orderId = await returnLabel(services, session, { shipmentId: id, ...body });
    return readShipping(services, session, orderId);
  }),
  describeStream(labelCall, labelRoute),
  describeStream(receiveCarrierEvent, webhookRoute),
];
