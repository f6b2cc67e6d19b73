import type { ClientBase, Pool } from 'pg';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { FINISHED_RECORD_DAYS } from '#db/sync/collections.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { lockHead } from './lock-device.ts';
import { agesOut, replicationFilter } from './replication-filter.ts';

/** The 60-day limit advances in steps, so that no transaction touches more than a few days' worth of rows. */
const STEP_MS = 2 * 86_400_000;

const AGEING = CATALOGUE.filter((entity) => entity.replica && 'own' in entity.replica && agesOut(entity));

async function touchDeparting(
  client: ClientBase,
  entity: AnyEntity,
  lab: string,
  from: Date,
  to: Date,
): Promise<number> {
  const result = await client.query(
    `UPDATE ${quoted(entity.table)} AS doc SET rev = rev
     WHERE lab = $1 AND (${replicationFilter(entity, 'doc', '$2::timestamptz')})
       AND NOT (${replicationFilter(entity, 'doc', '$3::timestamptz')})`,
    [lab, from, to],
  );
  return result.rowCount ?? 0;
}

function moveLine(pool: Pool, lab: string, until: Date): Promise<{ touched: number; done: boolean }> {
  return inTransaction(pool, async (client) => {
    await lockHead(client, lab);
    const { rows } = await client.query<{ line: string }>(
      'SELECT extract(epoch FROM carried_since)::text AS line FROM sync_head WHERE lab = $1',
      [lab],
    );
    const from = new Date(Number(rows[0]?.line ?? 0) * 1_000);
    const to = new Date(Math.min(from.getTime() + STEP_MS, until.getTime()));
    if (to <= from) return { touched: 0, done: true };
    let touched = 0;
    for (const entity of AGEING) touched += await touchDeparting(client, entity, lab, from, to);
    await client.query('UPDATE sync_head SET carried_since = $2 WHERE lab = $1', [lab, to]);
    return { touched, done: to >= until };
  });
}

/**
 * Advance the 60-day limit to now and touch every row that crosses it, so that the feed announces its
 * removal. Feed, snapshot and digest use the same limit, so they agree at every moment between two runs.
 */
export async function ageOut(pool: Pool, now: Date): Promise<number> {
  const until = new Date(now.getTime() - FINISHED_RECORD_DAYS * 86_400_000);
  let total = 0;
  const { rows } = await pool.query<{ lab: string }>('SELECT lab FROM sync_head ORDER BY lab');
  for (const { lab } of rows) {
    for (let done = false; !done; ) {
      const step = await moveLine(pool, lab, until);
      total += step.touched;
      done = step.done;
    }
  }
  return total;
}
