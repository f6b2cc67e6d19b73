import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { voidProblem } from '#db/ordering/shipments/buy-shipping-label.ts';
import { handlesPackage, packageProblem } from '#db/ordering/shipments/package-problem.ts';
import { type Shipment, shipment } from '#db/ordering/shipments/shipment.ts';
import { SHIPMENT_DIRECTIONS, type ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import { ShownShipping } from '#db/ordering/shipments/shown-shipping.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { columnOf, fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { carriersOf } from './carriers-of.ts';

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Find an order whose shipments the reader sees; throws 404 otherwise. */
export async function requireVisibleOrder({ pool }: Running, session: Session, id: string): Promise<Order> {
  const row = await readRow(pool, order, id, tenantOf(session));
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, row.companyId);
  return row;
}

/** Read the shipments of an order, oldest first. */
export async function readPackages({ pool }: Running, orderId: string): Promise<Shipment[]> {
  const columns = fieldsOf(shipment)
    .map(({ column }) => quoted(column))
    .join(', ');
  const text = `SELECT ${columns} FROM shipment
    WHERE ${quoted(columnOf('orderId'))} = $1 AND NOT deleted ORDER BY created_at, id`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values: [orderId], types: rowTypes });
  return rows.map((record) => rowOf(shipment, record));
}

/** Read the specimen statuses of an order, which decide whether more of it must be sent. */
export async function readSpecimens(
  { pool }: Running,
  orderId: string,
): Promise<Pick<Specimen, 'status' | 'deleted'>[]> {
  const { rows } = await pool.query<Pick<Specimen, 'status' | 'deleted'>>(
    'SELECT DISTINCT status, deleted FROM specimen WHERE order_id = $1',
    [orderId],
  );
  return rows;
}

/** Report whether the lab sells labels on this server. */
function sellsLabels(running: Running): boolean {
  try {
    return Boolean(carriersOf(running));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const EVENTS = `
  SELECT e.event_id || ':' || e.shipment_id AS id, e.shipment_id AS "shipmentId", e.carrier_status AS "carrierStatus",
         e.message, e.place, e.told_at AS "toldAt", e.moved
    FROM carrier_event e JOIN shipment s ON s.id = e.shipment_id
   WHERE s.order_id = $1 ORDER BY e.told_at DESC, e.received_at DESC LIMIT 200`;

const NOT_VOIDED = `
  SELECT l.tracking_number AS "trackingNumber", l.void_problem AS problem
    FROM shipping_label l JOIN shipment s ON s.id = l.shipment_id AND s.tracking_number = l.tracking_number
   WHERE s.order_id = $1 AND s.status = 'PRE_TRANSIT' AND l.void_problem IS NOT NULL ORDER BY l.created_at`;

/** Read the tracking events of an order's shipments, and the reader's possible actions. */
export async function readShipping(running: Running, session: Session, id: string): Promise<ShownShipping> {
  const row = await requireVisibleOrder(running, session, id);
  const packages = await readPackages(running, id);
  const { rows } = await running.pool.query({ text: EVENTS, values: [id], types: rowTypes });
  const notTakenBack = seesAllCompanies(session.role) ? await running.pool.query(NOT_VOIDED, [id]) : null;
  const specimens = await readSpecimens(running, id);
  const canCreate = may(session.role, 'shipping:create');
  const isOpen = (direction: ShipmentDirection) =>
    canCreate && packageProblem({ ...row, specimens }, packages, direction, session.role) === null;
  return ShownShipping.parse({
    events: rows,
    voidable: packages
      .filter((one) => canCreate && handlesPackage(session.role, one) && voidProblem(one) === null)
      .map((one) => one.id),
    open: SHIPMENT_DIRECTIONS.filter(isOpen),
    notTakenBack: notTakenBack?.rows ?? [],
    sellsLabels: sellsLabels(running),
  });
}
