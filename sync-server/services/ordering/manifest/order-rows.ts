import type { PoolClient } from 'pg';
import { ulid } from 'ulid';
import type { OperationContext } from '#db/operation.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import type { ExistingSpecimen } from '#db/ordering/manifest/manifest-fault.ts';
import type { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import type { Order } from '#db/ordering/order.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { systemContext } from '#sync-server/jobs/as-system.ts';
import { onOneConnection } from '#sync-server/postgres/on-one-connection.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';

/** Run work in a read-only transaction that reads like rules do. */
export function readInTransaction<T>(
  { pool, env, now }: Pick<AppServices, 'pool' | 'env' | 'now'>,
  actor: Session,
  work: (tx: Transaction, context: OperationContext, client: PoolClient) => Promise<T>,
): Promise<T> {
  return onOneConnection(pool, async (client) => {
    const [at, id] = [now().toISOString(), ulid()];
    const { userId, entity } = actor;
    const tx = new PgTransaction(client, { at, userId, entity, receivedAt: at, requestId: id });
    const context = { ...systemContext(entity, { id, at, timeZone: env.LAB_TIMEZONE }), actor };
    return work(tx, context, client);
  });
}

const EARLIER = `
  SELECT s.id AS "specimenId", s.customer_sample_id AS "customerSampleId",
         s.requisition_number AS "requisitionNumber", o.order_number AS "orderNumber"
    FROM specimen s JOIN "order" o ON o.id = s.order_id
   WHERE upper(s.customer_sample_id) = ANY ($1) AND s.entity = $2 AND o.company_id = $3 AND o.id <> $4
     AND NOT s.deleted AND NOT o.deleted AND s.status <> 'CANCELED' AND o.status NOT IN ('DRAFT', 'CANCELED')
   ORDER BY o.created_at, s.order_row`;

/** Read specimens of the company's earlier orders with the name of a row, the newest per name. */
export async function earlierSpecimens(
  client: Pick<PoolClient, 'query'>,
  { id, entity, companyId }: Order,
  rows: readonly ManifestRow[],
): Promise<Map<string, ExistingSpecimen>> {
  const names = [...new Set(rows.map(({ cells }) => normalizeKey(cells.customerSampleId ?? '')))].filter(
    // A name that Postgres cannot store matches no earlier specimen.
    (name) => name !== '' && !name.includes('\u0000'),
  );
  if (names.length === 0) return new Map();
  const earlierRows = await client.query<ExistingSpecimen>(EARLIER, [names, entity, companyId, id]);
  return new Map(earlierRows.rows.map((row) => [normalizeKey(row.customerSampleId), row]));
}
