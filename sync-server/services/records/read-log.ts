import type { Pool } from 'pg';
import { columnOf, fieldsOf, quoted, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import type { ListPage } from '#sync-server/services/listing/list-rows.ts';
import { conditionsOf, type LogConditions, type LogSight } from './log-conditions.ts';
import type { LogQuery } from './log-query.ts';
import { withPeopleNamed } from './name-people.ts';
import { type LogRow, presentRow } from './present-rows.ts';
import type { RecordLog } from './record-log.ts';
import { readRecordNames, recordKey } from './record-names.ts';

/** Who reads, and how much of it. */
export interface LogReader extends LogSight {
  permissions: readonly string[];
}

/** The rows that `inner` selects, with the names of the person, the company and the device. */
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

/** Adds the names of the records and takes out what the reader may not see. */
export async function presentRows(
  pool: Pool,
  log: RecordLog,
  rows: readonly LogRow[],
  reader: LogReader,
): Promise<LogRow[]> {
  const [type, id] =
    log.record.type === 'table_name' ? ['tableName', 'recordId'] : ['targetType', 'targetId'];
  const records = rows.map((row) => ({ type: String(row[type]), id: String(row[id]) }));
  const names = await readRecordNames(pool, reader.tenant, records);
  // Customers are told no names of the lab, so none is put in place of an id.
  const named = reader.shownTo ? rows : await withPeopleNamed(pool, reader.tenant, rows);
  return named.map((row) => ({
    ...presentRow(row, reader),
    ...(names.get(recordKey(String(row[type]), String(row[id]))) ?? { recordName: null, pageId: null }),
  }));
}

export const countOf = async (
  pool: Pool,
  log: RecordLog,
  { where, values }: LogConditions,
): Promise<number> => {
  const text = `SELECT count(*)::int AS total FROM ${quoted(log.entity.table)} l WHERE ${where}`;
  const { rows } = await pool.query<{ total: number }>(text, values);
  return rows[0]?.total ?? 0;
};

/** One page of a log, newest first unless told. */
export async function readLog(
  pool: Pool,
  log: RecordLog,
  query: LogQuery,
  reader: LogReader,
): Promise<ListPage<LogRow>> {
  const conditions = await conditionsOf(pool, log, query, reader);
  const direction = query.sort.descending ? 'DESC' : 'ASC';
  const order = `l.${quoted(columnOf(query.sort.field))} ${direction}, l.id ${direction}`;
  const { page, limit } = query;
  // People are joined to the page only, not to what is skipped before it.
  const inner = `SELECT l.* FROM ${quoted(log.entity.table)} l WHERE ${conditions.where} ORDER BY ${order}
    LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
  const [total, found] = await Promise.all([
    countOf(pool, log, conditions),
    pool.query<LogRow>({ text: withPeople(log, inner, order), values: conditions.values, types: rowTypes }),
  ]);
  return { rows: await presentRows(pool, log, found.rows, reader), total, page, limit };
}
