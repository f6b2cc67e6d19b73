import type { Pool } from 'pg';
import type { AnyEntity, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { columnOf, fieldsOf, isTenant, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import type { ListQuery } from './list-query.ts';

/** One page of a list. */
export interface ListPage<T> {
  rows: T[];
  total: number;
  page: number;
  limit: number;
}

const likeText = (search: string): string => `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Finds rows also by what stands in other tables; is given the placeholder of what is searched for. */
export type SearchAlso = (term: string) => string;

function conditionsOf(entity: AnyEntity, query: ListQuery, tenant: string, searchAlso?: SearchAlso) {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['true'];
  if (isTenant(entity)) conditions.push(`entity = ${bind(tenant)}`);
  if (query.records !== 'all') conditions.push(query.records === 'deleted' ? 'deleted' : 'NOT deleted');
  for (const [field, wanted] of Object.entries(query.filter)) {
    conditions.push(`${quoted(columnOf(field))}::text = ANY (${bind(wanted)}::text[])`);
  }
  if (query.search !== '') {
    const term = bind(likeText(query.search));
    const found = entity.list.search.map((field) => `${quoted(columnOf(field))} ILIKE ${term}`);
    if (searchAlso) found.push(searchAlso(term));
    conditions.push(
      found.length > 0
        ? `(${found.join(' OR ')})`
        : `id = ${bind(query.search)} AND ${term}::text IS NOT NULL`,
    );
  }
  return { where: conditions.join(' AND '), values, bind };
}

const columns = (entity: AnyEntity): string =>
  fieldsOf(entity)
    .map(({ column }) => quoted(column))
    .join(', ');

/** The order of a list. What is never null says nothing of nulls, so that an index serves both directions. */
function orderOf(entity: AnyEntity, query: ListQuery): string {
  const nullable = new Set(fieldsOf(entity).flatMap((one) => (one.nullable ? [one.field] : [])));
  return [...query.sort, { field: 'id', descending: false }]
    .map(({ field, descending }) => {
      const nulls = nullable.has(field) ? ' NULLS LAST' : '';
      return `${quoted(columnOf(field))} ${descending ? 'DESC' : 'ASC'}${nulls}`;
    })
    .join(', ');
}

/** Reads one page of an entity's rows of one business entity. */
export async function listRows<E extends AnyEntity>(
  pool: Pool,
  entity: E,
  query: ListQuery,
  tenant: string,
  searchAlso?: SearchAlso,
): Promise<ListPage<Row<E>>> {
  const { where, values, bind } = conditionsOf(entity, query, tenant, searchAlso);
  const table = quoted(entity.table);
  const counting = pool.query<{ total: string }>(
    `SELECT count(*)::text AS total FROM ${table} WHERE ${where}`,
    [...values],
  );
  const order = orderOf(entity, query);
  // Rows are wide: only those of the page are read whole, after their ids were found.
  const ids = `SELECT id FROM ${table} WHERE ${where} ORDER BY ${order}
    LIMIT ${bind(query.limit)} OFFSET ${bind((query.page - 1) * query.limit)}`;
  const text = `SELECT ${columns(entity)} FROM ${table} WHERE id IN (${ids}) ORDER BY ${order}`;
  const reading = pool.query<Record<string, unknown>>({ text, values, types: rowTypes });
  const [count, { rows }] = await Promise.all([counting, reading]);
  return {
    rows: rows.map((record) => rowOf(entity, record)),
    total: Number(count.rows[0]?.total ?? 0),
    page: query.page,
    limit: query.limit,
  };
}

/** Reads one row of one business entity; 404 when it is not there. */
export async function readRow<E extends AnyEntity>(
  pool: Pool,
  entity: E,
  id: string,
  tenant: string,
): Promise<Row<E>> {
  const scope = isTenant(entity) ? ' AND entity = $2' : '';
  const text = `SELECT ${columns(entity)} FROM ${quoted(entity.table)} WHERE id = $1${scope}`;
  const values = isTenant(entity) ? [id, tenant] : [id];
  const { rows } = await pool.query<Record<string, unknown>>({ text, values, types: rowTypes });
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return rowOf(entity, rows[0]);
}
