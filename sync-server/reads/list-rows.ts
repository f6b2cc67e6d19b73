import { type Expression, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import type { ListCounts } from '#db/api/list-counts.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import type { AnyEntity, ListedEntity, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { columnOf, fieldsOf, isTenant, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { reads, textOf } from '#sync-server/postgres/typed-reads.ts';
import { countViews } from './count-views.ts';
import { type ListPage, readList } from './read-list.ts';
import { either, isLike, isOneOf, likeText } from './search-rows.ts';
import { isOfTenant, type Tenant } from './tenant.ts';

/** Search condition over other tables; receives the search pattern. */
export type SearchAlso = (
  term: string,
  pool: Pick<Pool, 'query'>,
) => readonly Expression<SqlBool>[] | Promise<readonly Expression<SqlBool>[]>;

// The marked edge: fields come from the entity's own declaration, which the agreement test compares with its
// table.
const fieldOf = (field: string): Expression<string> => sql.ref(`r.${columnOf(field)}`);

async function conditionsOf(
  pool: Pick<Pool, 'query'>,
  entity: ListedEntity,
  query: ListQuery,
  scope: { tenant: Tenant; searchAlso: SearchAlso | undefined },
) {
  const { tenant, searchAlso } = scope;
  const conditions: Expression<SqlBool>[] = [];
  if (isTenant(entity)) conditions.push(...isOfTenant(tenant, 'r'));
  const deleted = fieldOf('deleted');
  if (query.records !== 'all')
    conditions.push(query.records === 'deleted' ? sql`${deleted}` : sql`NOT ${deleted}`);
  for (const [field, values] of Object.entries(query.filter))
    conditions.push(isOneOf(fieldOf(field), values));
  if (query.search !== '') {
    const term = likeText(query.search);
    const { search } = entity.list;
    const own = search.length > 0 ? [isLike(search.map(fieldOf), term)] : [];
    const searchConditions = [...own, ...((await searchAlso?.(term, pool)) ?? [])];
    conditions.push(
      searchConditions.length > 0 ? either(searchConditions) : sql`${fieldOf('id')} = ${query.search}`,
    );
  }
  return conditions;
}

const sortColumns = (entity: AnyEntity) =>
  Object.fromEntries(
    fieldsOf(entity).map(({ field, nullable }) => [field, { by: fieldOf(field), nullable }]),
  );

const rowsOfEntity = (entity: AnyEntity) =>
  reads.selectFrom(sql<Record<string, unknown>>`${sql.table(entity.table)}`.as('r'));

/** Count the rows of an entity in each view of its list. */
export async function countRowsOfViews(
  pool: Pick<Pool, 'query'>,
  entity: ListedEntity,
  views: readonly { id: string; query: ListQuery }[],
  tenant: Tenant,
): Promise<ListCounts> {
  const conditions = await Promise.all(
    views.map(async ({ id, query }) => ({
      id,
      where: await conditionsOf(pool, entity, query, { tenant, searchAlso: undefined }),
    })),
  );
  return countViews(pool, rowsOfEntity(entity), conditions);
}

/** Read one page of an entity's rows. */
export async function listRows<E extends ListedEntity>(
  pool: Pick<Pool, 'query'>,
  entity: E,
  query: ListQuery,
  tenant: Tenant,
  searchAlso?: SearchAlso,
): Promise<ListPage<Row<E>>> {
  const source = {
    from: rowsOfEntity(entity),
    id: fieldOf('id'),
    sort: sortColumns(entity),
    where: await conditionsOf(pool, entity, query, { tenant, searchAlso }),
  };
  const page = await readList(
    pool,
    source,
    (from) =>
      from.select(fieldsOf(entity).map(({ column }) => sql<unknown>`${sql.ref(`r.${column}`)}`.as(column))),
    query,
  );
  return { ...page, rows: page.rows.map((record) => rowOf(entity, record)) };
}

const columns = (entity: AnyEntity): string =>
  fieldsOf(entity)
    .map(({ column }) => quoted(column))
    .join(', ');

/** Read one row of the tenant; throws 404 if it does not exist. */
export async function readRow<E extends AnyEntity>(
  pool: Pool,
  entity: E,
  id: string,
  tenant: Tenant,
): Promise<Row<E>> {
  const conditions = [sql`r.id = ${id}`, ...(isTenant(entity) ? isOfTenant(tenant, 'r') : [])];
  const scope = textOf(sql`${sql.join(conditions, sql` AND `)}`);
  const text = `SELECT ${columns(entity)} FROM ${quoted(entity.table)} AS r WHERE ${scope.text}`;
  const { rows } = await pool.query<Record<string, unknown>>({
    text,
    values: scope.values,
    types: rowTypes,
  });
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return rowOf(entity, rows[0]);
}
