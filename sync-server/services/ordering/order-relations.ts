import type { Pool } from 'pg';
import { STAFF_ROLES } from '#db/access/roles.ts';
import type { ListedOrder } from '#db/ordering/listed-order.ts';
import type { Order } from '#db/ordering/order.ts';
import { orderedBySql } from './ordered-by-sql.ts';

const RELATED_COLUMNS = `
  SELECT o.id, c.name AS "companyName", s.name AS "serviceName", p.name AS "projectName",
         ${orderedBySql('$2', '$3')} AS "createdByName",
         coalesce(n.specimens, 0)::int AS "specimenCount", coalesce(n.received, 0)::int AS "receivedCount"
    FROM "order" o
    JOIN company c ON c.id = o.company_id
    LEFT JOIN service s ON s.protocol_id = o.protocol_id
    LEFT JOIN project p ON p.id = o.project_id
    LEFT JOIN "user" u ON u.id = o.created_by_user_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS specimens, count(sp.received_at) AS received FROM specimen sp
       WHERE sp.order_id = o.id AND NOT sp.deleted AND sp.status <> 'CANCELED') n ON true
   WHERE o.id = ANY ($1)`;

type RelatedColumns = Omit<ListedOrder, keyof Order>;

const EMPTY_RELATIONS: RelatedColumns = {
  companyName: '',
  serviceName: '',
  projectName: null,
  createdByName: null,
  specimenCount: 0,
  receivedCount: 0,
};

/** Load names and specimen counts of the orders of one page, in the terms of the lab or of a customer. */
export async function loadOrderRelations(
  pool: Pick<Pool, 'query'>,
  ids: readonly string[],
  customer: boolean,
): Promise<(row: Pick<Order, 'id'>) => RelatedColumns> {
  const { rows } = await pool.query<RelatedColumns & { id: string }>(RELATED_COLUMNS, [
    ids,
    customer,
    [...STAFF_ROLES],
  ]);
  const relatedById = new Map(rows.map((row) => [row.id, row]));
  return ({ id }) => relatedById.get(id) ?? EMPTY_RELATIONS;
}
