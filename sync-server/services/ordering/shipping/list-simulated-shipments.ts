import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { type ListQuery, listQueryOf } from '#db/api/list-query.ts';
import { CARRIER_WORDS } from '#db/ordering/shipment-move.ts';
import type { ShipmentPage } from '#db/ordering/shown-shipping.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { readList } from '#sync-server/services/listing/read-list.ts';
import { isLike, isOneOf, likeText } from '#sync-server/services/listing/search-rows.ts';

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

/** The query of the list of simulated shipments. */
export const SimulatedShipmentsQuery = listQueryOf({
  list: { sort: ['id', ...Object.keys(SORT)], filter: ['status'] },
  extraValues: { status: CARRIER_WORDS },
});

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
export async function listSimulatedShipments(
  pool: Pool,
  entity: string,
  query: ListQuery,
): Promise<ShipmentPage> {
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
