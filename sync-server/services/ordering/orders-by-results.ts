import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import type { Sight } from '#sync-server/http/scope.ts';
import type { ListCondition } from '#sync-server/services/listing/list-rows.ts';
import { TO_RELEASE } from '#sync-server/services/specimens/list-specimens.ts';
import { ordersToApprove } from '#sync-server/services/specimens/orders-to-approve.ts';
import { specimensWithWorkDone } from '#sync-server/services/specimens/work-done.ts';

const WAITING = `
  SELECT DISTINCT s.order_id AS id FROM specimen s
   WHERE s.entity = $1 AND NOT s.deleted AND (s.id = ANY ($2) OR ${TO_RELEASE})`;
const RELEASED = `EXISTS (SELECT 1 FROM specimen s
  WHERE s.order_id = "order".id AND s.results_released_at IS NOT NULL AND NOT s.deleted)`;

/** The orders with a specimen whose results wait to be released; how much waits inside the lab is not told to customers. */
async function ordersToRelease(pool: Pool, { role, entity }: Sight): Promise<string[]> {
  if (!seesAllCompanies(role)) return [];
  const done = await specimensWithWorkDone(pool, entity);
  const { rows } = await pool.query<{ id: string }>(WAITING, [entity, done]);
  return rows.map(({ id }) => id);
}

/** Narrows the list of orders to those whose results stand in one of these ways. Of those that wait there are few. */
export async function standingSo(
  pool: Pool,
  session: Sight,
  wanted: readonly string[],
): Promise<ListCondition> {
  const waiting = await Promise.all([
    wanted.includes('TO_APPROVE') ? ordersToApprove(pool, session) : [],
    wanted.includes('TO_RELEASE') ? ordersToRelease(pool, session) : [],
  ]);
  return (bind) => {
    const stands = [`id = ANY (${bind(waiting.flat())}::text[])`];
    if (wanted.includes('RELEASED')) stands.push(RELEASED);
    if (wanted.includes('NONE')) stands.push(`NOT ${RELEASED}`);
    return `(${stands.join(' OR ')})`;
  };
}
