import type { Pool } from 'pg';
import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type Continuation, continuationOf, continuationsFor } from '#db/ordering/continuation.ts';
import { type Order, order } from '#db/ordering/order.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { type LinkedOrder, type SourceChoices, sourceChoice } from '#db/ordering/shown-source.ts';
import { sourceSpecimens } from '#db/ordering/source-specimens.ts';
import type { Transaction } from '#db/transaction.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { readRow } from '#sync-server/services/listing/list-rows.ts';

/**
 * Read the specimens of a visible order, each with the reason why it cannot continue in a rework or
 * supplemental order.
 */
export async function readSource(
  { pool, env, now }: AppServices,
  session: Session,
  id: string,
  continuation: Continuation,
): Promise<z.infer<typeof SourceChoices>> {
  const source = await readRow(pool, order, id, session.entity);
  if (source.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, source.companyId);
  if (!continuationsFor(session.role, 'COMPLETED').includes(continuation))
    throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  const at = now().toISOString();
  return inTransaction(pool, async (client) => {
    const { entity, userId } = session;
    const tx = new PgTransaction(client, { at, userId, entity, receivedAt: at, requestId: 'read' });
    const sourceRows = await sourceSpecimens(tx, { labDay: labDayOf(at, env.LAB_TIMEZONE) }, source, {
      continuation,
      protocolId: source.protocolId,
      exceptOrderId: null,
    });
    return { specimens: sourceRows.map(sourceChoice) };
  });
}

/** Read the source of a draft for its wizard; null for an independent draft. */
export async function sourceOfDraft(
  tx: Transaction,
  context: { labDay: string },
  row: Order,
): Promise<ShownDraft['source']> {
  const continuation = continuationOf(row);
  const source = row.sourceOrderId === null ? undefined : await tx.get(order, row.sourceOrderId);
  if (!continuation || !source) return null;
  const { protocolId, id: exceptOrderId } = row;
  const specimens = await sourceSpecimens(tx, context, source, { continuation, protocolId, exceptOrderId });
  return { id: source.id, orderNumber: source.orderNumber, specimens: specimens.map(sourceChoice) };
}

const LINKED =
  'SELECT id, order_number AS "orderNumber", order_classification AS "orderClassification", status FROM "order" WHERE entity = $1';

/** Read the order that this one continues, and those that continue it. */
export async function linkedOrders(
  pool: Pool,
  { id, entity, sourceOrderId }: Order,
): Promise<{ source: LinkedOrder | null; continuedBy: LinkedOrder[] }> {
  const read = async (condition: string, about: string): Promise<LinkedOrder[]> =>
    (await pool.query<LinkedOrder>(`${LINKED} AND ${condition}`, [entity, about])).rows;
  const [before, continuedBy] = await Promise.all([
    sourceOrderId === null ? [] : read('id = $2', sourceOrderId),
    read(`source_order_id = $2 AND NOT deleted AND status <> 'CANCELED' ORDER BY created_at, id`, id),
  ]);
  return { source: before[0] ?? null, continuedBy };
}
