import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import type { ListQuery } from '#db/api/list-query.ts';
import * as calls from '#db/api/ordering/shipping.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShipmentPage } from '#db/ordering/shipments/shown-shipping.ts';
import type { ApiCall, ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { readList } from '#sync-server/reads/read-list.ts';
import { isLike, isOneOf, likeText } from '#sync-server/reads/search-rows.ts';
import { carriersOf, moveSimulatedShipment } from './carriers-of.ts';

const ROWS = reads
  .selectFrom('parcel_simulator as p')
  .innerJoin('order as o', 'o.order_number', 'p.reference');
const { ref } = expressionBuilder(ROWS);
const SORT = {
  trackingNumber: { by: ref('p.tracking_number') },
  reference: { by: ref('p.reference') },
  carrier: { by: ref('p.carrier') },
  status: { by: ref('p.status') },
  createdAt: { by: ref('p.created_at') },
};

const selectShipments = (rows: typeof ROWS) =>
  rows.select([
    'p.id',
    'p.created_at as createdAt',
    'p.tracking_number as trackingNumber',
    'p.carrier',
    'p.service',
    'p.reference',
    'p.status',
    sql<number>`(SELECT count(*) FROM parcel_simulator_event e WHERE e.parcel_id = p.id AND e.tells_left > 0)`.as(
      'waiting',
    ),
  ]);

/** Read one page of a business entity's shipments with a valid label. */
async function listSimulatedShipments(pool: Pool, entity: string, query: ListQuery): Promise<ShipmentPage> {
  const conditions: Expression<SqlBool>[] = [sql`o.entity = ${entity} AND p.refunded_at IS NULL`];
  const status = query.filter['status'];
  if (status) conditions.push(isOneOf(ref('p.status'), status));
  if (query.search !== '') {
    const searched = [ref('p.tracking_number'), ref('p.reference'), ref('p.carrier')];
    conditions.push(isLike(searched, likeText(query.search)));
  }
  const source = { from: ROWS, id: ref('p.id'), sort: SORT, where: conditions, newestFirst: true };
  return readList(pool, source, selectShipments, query);
}

/** Throw 404 if real carriers are configured. */
function requireSimulator({ services }: Pick<ApiCall, 'services'>): void {
  if (carriersOf(services).provider !== 'SIMULATOR') throw new AppError('NOT_FOUND', MESSAGES.notFound);
}

/** The simulated shipments for Dev Tools; requires the right to delete, which only super admins have. */
export const simulatorRoutes: readonly ApiRoute[] = [
  serveCall(calls.listSimulatedShipments, async (call) => {
    requireSimulator(call);
    return listSimulatedShipments(call.services.pool, call.session.entity, call.query);
  }),
  serveCall(calls.moveSimulatedShipment, async (call) => {
    requireSimulator(call);
    const { services, session, params, body } = call;
    const shipmentRef = { id: params.id, entity: session.entity, now: services.now() };
    await moveSimulatedShipment(services.pool, shipmentRef, body);
  }),
];
