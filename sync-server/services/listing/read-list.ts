import { type Compilable, type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { readRows } from '#sync-server/postgres/typed-reads.ts';
import type { ListQuery } from '../../../db/api/list-query.ts';
import {
  afterPlace,
  orderOf,
  type Place,
  placeColumns,
  type SortColumn,
  type SortStep,
  sortSteps,
} from './sort-rows.ts';

/** One page of a list. */
export interface ListPage<T> {
  rows: T[];
  total: number;
  page: number;
  limit: number;
}

/** The source of a list's rows and of its sort values. */
export interface ListSource<DB, TB extends keyof DB, Found> {
  /** The table of the rows, joined with those that conditions and sorts use. */
  from: SelectQueryBuilder<DB, TB, Found>;
  id: Expression<string>;
  sort: Readonly<Record<string, SortColumn>>;
  /** The condition of the listed rows. */
  where: readonly Expression<SqlBool>[];
  /** Smaller source for counting, if the conditions need fewer tables than the sorts. */
  count?: Compilable<{ total: number }> | undefined;
  /** Direction of the id among otherwise equal rows. */
  newestFirst?: boolean;
}

/** The paging part of a query; a cursor is the id of the row before the page. */
export type PageQuery = Pick<ListQuery, 'sort' | 'page' | 'limit'> & Partial<Pick<ListQuery, 'cursor'>>;

/** Combine conditions with AND. */
export const narrowed = <DB, TB extends keyof DB, Found>(
  from: SelectQueryBuilder<DB, TB, Found>,
  conditions: readonly Expression<SqlBool>[],
) => conditions.reduce((rows, condition) => rows.where(condition), from);

/** Count rows. */
export const countRows = <DB, TB extends keyof DB, Found>(rows: SelectQueryBuilder<DB, TB, Found>) =>
  rows.clearSelect().select(sql<number>`count(*)`.as('total'));

async function readPlace<DB, TB extends keyof DB, Found>(
  pool: Pick<Pool, 'query'>,
  filteredRows: SelectQueryBuilder<DB, TB, Found>,
  id: Expression<string>,
  { steps, cursor }: { steps: readonly SortStep[]; cursor: string },
): Promise<Place | undefined> {
  const places = filteredRows.where(sql<SqlBool>`${id} = ${cursor}`).select(placeColumns(steps));
  const [place] = await readRows<Place>(pool, places);
  return place;
}

/** Read one page of a list with the columns of `select`. */
export async function readList<DB, TB extends keyof DB, Found, D, T extends keyof D, Listed>(
  pool: Pick<Pool, 'query'>,
  source: ListSource<DB, TB, Found>,
  select: (from: SelectQueryBuilder<DB, TB, Found>) => SelectQueryBuilder<D, T, Listed>,
  query: PageQuery,
): Promise<ListPage<Listed>> {
  const { from, id, sort, where: conditions, newestFirst = false } = source;
  const { page, limit, cursor } = query;
  const steps = sortSteps(query.sort, sort, { by: id, descending: newestFirst });
  const filteredRows = narrowed(from, conditions);
  const counting = readRows<{ total: number }>(pool, source.count ?? countRows(filteredRows));
  const order = orderOf(steps);
  const reading = async (): Promise<Listed[]> => {
    const after = cursor && afterPlace(steps, await readPlace(pool, filteredRows, id, { steps, cursor }));
    const rest = after ? filteredRows.where(after) : filteredRows.offset((page - 1) * limit);
    // Rows are wide, so the ids of the page are found first and only its rows are read whole.
    const ids = rest.select(sql<string>`${id}`.as('id')).orderBy(order).limit(limit);
    return readRows<Listed>(pool, select(from).where(sql<SqlBool>`${id} IN ${ids}`).orderBy(order));
  };
  const [[count], rows] = await Promise.all([counting, reading()]);
  return { rows, total: count?.total ?? 0, page, limit };
}
