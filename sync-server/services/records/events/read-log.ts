import { sql } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import { limitNameOf } from '#db/access/grants.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import type { LogQuery, RecordLog } from '#db/api/records/log-query.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { requirePermission, visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { columnOf, fieldsOf, quoted } from '#sync-server/postgres/row-mapping.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { type ListPage, readList } from '#sync-server/reads/read-list.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { type LogAccessScope, type LogConditions, logConditions } from './log-query.ts';
import { type LogRow, presentRow } from './present-rows.ts';
import { readRecordNames, recordKey } from './record-names.ts';

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const Json = z.record(z.string(), z.unknown());
const ENDS = ['from', 'to'] as const;

/** Replace person ids in events (for instance an assignee of a section) with names. */
async function withPeopleNamed(
  pool: Pool,
  entities: readonly string[],
  rows: readonly LogRow[],
): Promise<LogRow[]> {
  const datas = rows.map((row) => Json.safeParse(row['data']).data);
  const ids = new Set(
    datas.flatMap((data) => ENDS.map((end) => String(data?.[end] ?? '')).filter((text) => ULID.test(text))),
  );
  if (ids.size === 0) return [...rows];
  const { rows: people } = await pool.query<{ id: string; name: string }>(
    `SELECT DISTINCT u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name FROM "user" u
       JOIN user_company uc ON uc.user_id = u.id WHERE u.id = ANY ($1) AND uc.entity = ANY ($2)`,
    [[...ids], entities],
  );
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row, at) => {
    const data = datas[at];
    if (!data) return row;
    const endNames = ENDS.flatMap((end) => {
      const name = names.get(String(data[end]));
      return name === undefined ? [] : [[end, name]];
    });
    return endNames.length === 0 ? row : { ...row, data: { ...data, ...Object.fromEntries(endNames) } };
  });
}

/** The reader and their access scope. */
export interface LogReader extends LogAccessScope {
  permissions: readonly string[];
}

/** Build SQL for the rows of `inner`, with the names of person, company and device. */
export const withPeople = (log: RecordLog, inner: string, order: string): string => {
  const own = fieldsOf(log.entity).map(({ field, column }) => `l.${quoted(column)} AS ${quoted(field)}`);
  const joined = [`coalesce(u.name, u.first_name || ' ' || u.last_name) AS "userName"`];
  let joins = 'LEFT JOIN "user" u ON u.id = l.user_id';
  if (log.hasCompany) {
    joined.push('c.name AS "companyName"');
    joins += ' LEFT JOIN company c ON c.id = l.company_id';
  }
  if (log.hasDevice) {
    joined.push('d.name AS "deviceName"');
    joins += ' LEFT JOIN device d ON d.id = l.device_id';
  }
  return `SELECT ${[...own, ...joined].join(', ')} FROM (${inner}) l ${joins} ORDER BY ${order}`;
};

/** Add the names of records and remove what the reader may not see. */
export async function presentRows(
  pool: Pool,
  log: RecordLog,
  rows: readonly LogRow[],
  reader: LogReader,
): Promise<LogRow[]> {
  const [type, id] =
    log.record.type === 'table_name' ? ['tableName', 'recordId'] : ['targetType', 'targetId'];
  const records = rows.map((row) => ({ type: String(row[type]), id: String(row[id]) }));
  const names = await readRecordNames(pool, reader.entities, records);
  // Customers see no staff names, so ids are not replaced by them.
  const namedRows = reader.shownTo ? rows : await withPeopleNamed(pool, reader.entities, rows);
  return namedRows.map((row) => ({
    ...presentRow(row, reader),
    ...(names.get(recordKey(String(row[type]), String(row[id]))) ?? { recordName: null, pageId: null }),
  }));
}

export const countOf = async (
  pool: Pool,
  log: RecordLog,
  { whereClause, values }: LogConditions,
): Promise<number> => {
  const text = `SELECT count(*)::int AS total FROM ${quoted(log.entity.table)} l WHERE ${whereClause}`;
  const { rows } = await pool.query<{ total: number }>(text, values);
  return rows[0]?.total ?? 0;
};

/** Read one page of a log, newest first by default. */
export async function readLog(
  pool: Pool,
  log: RecordLog,
  query: LogQuery,
  reader: LogReader,
): Promise<ListPage<LogRow>> {
  const whereClause = await logConditions(pool, query, reader, log);
  const { field, descending } = query.sort;
  const { page, limit, cursor } = query;
  const by = sql.ref<string>(`l.${columnOf(field)}`);
  const source = {
    from: reads.selectFrom(sql<LogRow>`${sql.table(log.entity.table)}`.as('l')),
    id: sql.ref<string>('l.id'),
    sort: { [field]: { by } },
    where: whereClause,
    newestFirst: descending,
  };
  const columns = [
    ...fieldsOf(log.entity).map(({ field: name, column }) => [name, sql.ref(`l.${column}`)] as const),
  ];
  const names = [
    sql<string>`(SELECT coalesce(u.name, u.first_name || ' ' || u.last_name) FROM "user" u WHERE u.id = l.user_id)`.as(
      'userName',
    ),
    ...(log.hasCompany
      ? [sql<string>`(SELECT c.name FROM company c WHERE c.id = l.company_id)`.as('companyName')]
      : []),
    ...(log.hasDevice
      ? [sql<string>`(SELECT d.name FROM device d WHERE d.id = l.device_id)`.as('deviceName')]
      : []),
  ];
  const pageResult = await readList(
    pool,
    source,
    (from) => from.select(columns.map(([name, column]) => sql<unknown>`${column}`.as(name))).select(names),
    { sort: [query.sort], page, limit, cursor },
  );
  return { ...pageResult, rows: await presentRows(pool, log, pageResult.rows, reader) };
}

/**
 * Return which rows of a log a person reads. Events: all with the grant, otherwise those visible to their
 * companies. The access and audit logs need EVENT_LOG_VIEW; without its all-companies form a person reads
 * only accesses of their own company, and nothing of the audit log, which has no company.
 */
export async function logReaderOf(
  { pool }: Pick<AppServices, 'pool'>,
  session: Session,
  log: RecordLog,
): Promise<LogReader> {
  const own = { permissions: session.permissions, shownTo: null, ofCompany: null };
  const reader = { ...own, tenant: session.entity, entities: [session.entity] };
  if (log.family === 'events' || log.family === 'lab/events') {
    const everything = { ...own, tenant: tenantOf(session), entities: visibleEntities(session) };
    if (limitNameOf(session.role, `${log.family}:read`) === null) return everything;
    const companies = await visibleCompanies(pool, session);
    return { ...everything, shownTo: companies === 'all' ? [session.companyId] : companies };
  }
  requirePermission(session, 'EVENT_LOG_VIEW');
  if (hasPermissionForAll(session.permissions, 'EVENT_LOG_VIEW')) return reader;
  return log.hasCompany ? { ...reader, ofCompany: session.companyId } : { ...reader, tenant: null };
}
