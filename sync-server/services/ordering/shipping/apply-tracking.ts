import type { ClientBase } from 'pg';
import { recordShipmentStatus } from '#db/ordering/record-shipment-status.ts';
import { type Shipment, shipment } from '#db/ordering/shipment.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { TrackingEvent } from '#sync-server/integrations/shipping/port.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as-system.ts';
import { notifyAboutShipment } from './shipping-emails.ts';

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
