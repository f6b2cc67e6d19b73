import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { type ListCounts, MAX_VIEW_COUNT } from '#db/api/list-counts.ts';
import { readRows, reads } from '#sync-server/postgres/typed-reads.ts';
import { narrowed } from './read-list.ts';

/**
 * Count the rows of each view in one statement. Every count stops at MAX_VIEW_COUNT, so that a long list costs
 * no more than a short one.
 */
export async function countViews<DB, TB extends keyof DB, Found>(
  pool: Pick<Pool, 'query'>,
  from: SelectQueryBuilder<DB, TB, Found>,
  views: readonly { id: string; where: readonly Expression<SqlBool>[] }[],
): Promise<ListCounts> {
  const counts = views.map(({ id, where }) => {
    const rows = narrowed(from, where).clearSelect().select(sql`1`.as('one')).limit(MAX_VIEW_COUNT);
    return sql<number>`(SELECT count(*)::int FROM (${rows}) AS v)`.as(id);
  });
  const [row] = await readRows<ListCounts>(pool, reads.selectNoFrom(counts));
  return row ?? {};
}
