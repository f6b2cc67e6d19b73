import { type Compilable, type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import type { ListQuery } from '#db/api/list-query.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { readRows } from '#sync-server/postgres/typed-reads.ts';
import { either } from './search-rows.ts';

/** The sort columns of a list. Empty values come last in both directions. */
export interface SortColumn {
  by: Expression<unknown>;
  nullable?: boolean;
}

/** One sort step of a list. */
interface SortStep extends SortColumn {
  descending: boolean;
}

/** Return the requested sort with the id last, so that pages never overlap. */
function sortSteps(
  sort: readonly { field: string; descending: boolean }[],
  columns: Readonly<Record<string, SortColumn>>,
  last: SortStep,
): SortStep[] {
  const steps: SortStep[] = [];
  for (const { field, descending } of sort) {
    // The query schema admits no other name. Nothing sorts after the id.
    if (field === 'id') return [...steps, { by: last.by, descending }];
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
    if (column) steps.push({ ...column, descending });
  }
  return [...steps, last];
}

/**
 * Build the ORDER BY of a list; NULLS LAST is set only where Postgres differs by default, so that indexes are
 * used.
 */
const orderOf = (steps: readonly SortStep[]) =>
  sql.join(
    steps.map(({ by, nullable, descending }) =>
      descending ? (nullable ? sql`${by} DESC NULLS LAST` : sql`${by} DESC`) : sql`${by}`,
    ),
  );

/** The sort position of a row: its values of the steps, as text. */
type Place = Readonly<Record<string, string | null>>;

/** Columns from which a row's sort position is read. */
const placeColumns = (steps: readonly SortStep[]) =>
  steps.map(({ by }, at) => sql<string | null>`(${by})::text`.as(`k${at}`));

const isEqual = ({ by }: SortStep, value: string | null): Expression<SqlBool> =>
  value === null ? sql`${by} IS NULL` : sql`${by} = ${value}`;

function isAfter({ by, nullable, descending }: SortStep, value: string | null): Expression<SqlBool> {
  if (value === null) return sql`false`;
  const beyond = descending ? sql<SqlBool>`${by} < ${value}` : sql<SqlBool>`${by} > ${value}`;
  return nullable ? either([beyond, sql`${by} IS NULL`]) : beyond;
}

/** Condition: rows after a sort position. */
function afterPlace(steps: readonly SortStep[], place: Place | undefined): Expression<SqlBool> {
  if (!place)
    throw new AppError('VALIDATION', MESSAGES.fixForm, [
      { path: 'cursor', message: 'This row is no longer in the list. Load the list again.' },
    ]);
  const textAt = (at: number): string | null => place[`k${at}`] ?? null;
  const ways = steps.map((step, at) => {
    const before = steps.slice(0, at).map((one, index) => isEqual(one, textAt(index)));
    return sql<SqlBool>`(${sql.join([...before, isAfter(step, textAt(at))], sql` AND `)})`;
  });
  const [first] = steps;
  const start = textAt(0);
  // The first step is repeated alone, so that an index scan starts at the position.
  if (!first || first.nullable || start === null) return either(ways);
  const bound = first.descending ? sql`${first.by} <= ${start}` : sql`${first.by} >= ${start}`;
  return sql`(${bound} AND ${either(ways)})`;
}

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
