import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { dropLabel, voidProblem } from '#db/ordering/shipments/buy-shipping-label.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Carriers } from '#sync-server/integrations/shipping/carriers.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { carriersOf } from '#sync-server/services/ordering/shipments/carriers-of.ts';

/** A refund is requested again each hour; after a day staff must ask the carrier. */
const MAX_ATTEMPTS = 24;

// Return shipments are sent to the customer even after a cancellation.
const UNUSED = `
  UPDATE shipping_label l SET void_asked_at = $1, void_tries = l.void_tries + 1
    FROM shipment s JOIN "order" o ON o.id = s.order_id
   WHERE s.id = l.shipment_id AND s.tracking_number = l.tracking_number AND o.status = 'CANCELED'
     AND s.status = 'PRE_TRANSIT' AND s.label_url IS NOT NULL AND s.direction <> 'RETURN' AND NOT s.deleted
     AND (l.void_asked_at IS NULL OR l.void_asked_at < $1::timestamptz - interval '1 hour')
     AND l.void_tries < ${MAX_ATTEMPTS}
  RETURNING s.id, s.entity, l.tracking_number AS "trackingNumber", l.carrier_reference AS reference`;

interface Unused {
  id: string;
  entity: BusinessEntity;
  trackingNumber: string;
  reference: string;
}

/** Remove the label from the shipment of a canceled order, unless it changed meanwhile. */
const drop = ({ pool, now, env }: AppServices, { id, entity, trackingNumber }: Unused) =>
  writeAsSystem(pool, entity, { now: now(), timeZone: env.LAB_TIMEZONE }, async (tx, context) => {
    const row = await tx.get(shipment, id);
    if (row?.trackingNumber === trackingNumber && voidProblem(row) === null)
      await dropLabel(tx, context, row);
  });

/**
 * Refund the unused labels of canceled orders (domain 4.1), each requested by one process; the reason of a
 * carrier's refusal is stored. Returns the number of refunded labels.
 */
export async function voidUnusedLabels(services: AppServices, carriers?: Carriers): Promise<number> {
  const { pool, now, logger } = services;
  const { rows } = await pool.query<Unused>(UNUSED, [now()]);
  let voidCount = 0;
  for (const unused of rows) {
    try {
      await (carriers ?? carriersOf(services)).voidLabel(unused.reference);
      await drop(services, unused);
      voidCount += 1;
    } catch (error) {
      logger.warn({ err: error, shipmentId: unused.id }, 'an unused label was not given back');
      const problem = error instanceof AppError ? error.message : MESSAGES.unknownError;
      await pool.query('UPDATE shipping_label SET void_problem = $2 WHERE shipment_id = $1', [
        unused.id,
        problem,
      ]);
    }
  }
  return voidCount;
}
