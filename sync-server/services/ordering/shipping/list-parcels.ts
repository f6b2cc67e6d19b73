import type { Pool } from 'pg';
import { CARRIER_WORDS } from '#db/ordering/parcel-move.ts';
import type { ParcelPage } from '#db/ordering/shown-shipping.ts';
import { type ListQuery, listQueryOf } from '#sync-server/services/listing/list-query.ts';

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'p.id',
  trackingNumber: 'p.tracking_number',
  reference: 'p.reference',
  carrier: 'p.carrier',
  status: 'p.status',
  createdAt: 'p.created_at',
};

/** How the list of simulated parcels is asked for. */
export const ParcelsQuery = listQueryOf({
  list: { sort: Object.keys(COLUMNS), filter: ['status'] },
  words: { status: CARRIER_WORDS },
});

const WAITING = `(SELECT count(*)::int FROM parcel_simulator_event e WHERE e.parcel_id = p.id AND e.tells_left > 0)`;

/** One page of the parcels of a business entity that have a label which holds. */
export async function listParcels(pool: Pool, entity: string, query: ListQuery): Promise<ParcelPage> {
  const { page, limit, search } = query;
  const values: unknown[] = [entity];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = ['p.refunded_at IS NULL'];
  const status = query.filter['status'];
  if (status) where.push(`p.status = ANY (${bind(status)}::text[])`);
  if (search !== '') {
    const like = bind(`%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
    where.push(`(p.tracking_number ILIKE ${like} OR p.reference ILIKE ${like} OR p.carrier ILIKE ${like})`);
  }
  const from = `FROM parcel_simulator p JOIN "order" o ON o.order_number = p.reference AND o.entity = $1
    WHERE ${where.join(' AND ')}`;
  const counted = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, values);
  const order = query.sort.map(({ field, descending }) => `${COLUMNS[field]} ${descending ? 'DESC' : 'ASC'}`);
  const { rows } = await pool.query<Omit<ParcelPage['rows'][number], 'createdAt'> & { createdAt: Date }>(
    `SELECT p.id, p.created_at AS "createdAt", p.tracking_number AS "trackingNumber", p.carrier, p.service,
            p.reference, p.status, ${WAITING} AS waiting
       ${from} ORDER BY ${order.join(', ')}, p.id DESC LIMIT ${bind(limit)} OFFSET ${bind((page - 1) * limit)}`,
    values,
  );
  const listed = rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
  return { rows: listed, total: counted.rows[0]?.total ?? 0, page, limit };
}
