import { type Expression, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Family } from '#db/access/families.ts';
import { filterOf } from '#db/api/filter-values.ts';
import type { AnyEntity } from '#db/entity.ts';
import { accessLog } from '#db/records/events/access-log.ts';
import { auditLog } from '#db/records/events/audit-log.ts';
import { event } from '#db/records/events/event.ts';
import { Id } from '#db/values/id.ts';
import { columnOf } from '#sync-server/postgres/row-mapping.ts';
import { textOf } from '#sync-server/postgres/typed-reads.ts';
import { either, isOneOf } from '#sync-server/reads/search-rows.ts';
import { findSearched } from './record-names.ts';

/** The declaration of an append-only log: its filters, and its columns that name a record. */
export interface RecordLog {
  family: Family;
  entity: AnyEntity;
  filter: readonly string[];
  sort: readonly string[];
  record: { type: 'target_type' | 'table_name'; id: 'target_id' | 'record_id' };
  hasCompany: boolean;
  hasDevice: boolean;
}

const EVENTS = {
  entity: event,
  filter: ['type', 'targetType', 'targetId', 'userId', 'companyId'],
  sort: ['id', 'occurredAt', 'type'],
  record: { type: 'target_type', id: 'target_id' },
  hasCompany: true,
  hasDevice: true,
} as const;

/** The rows that customers see of their own records, and the same list for staff. */
export const EVENTS_LOG: RecordLog = { family: 'events', ...EVENTS };
export const LAB_EVENTS_LOG: RecordLog = { family: 'lab/events', ...EVENTS };
export const ACCESS_LOG: RecordLog = {
  family: 'access-log',
  entity: accessLog,
  filter: ['action', 'targetType', 'targetId', 'userId', 'companyId'],
  sort: ['id', 'occurredAt', 'action'],
  record: { type: 'target_type', id: 'target_id' },
  hasCompany: true,
  hasDevice: false,
};
export const AUDIT_LOG: RecordLog = {
  family: 'audit-log',
  entity: auditLog,
  filter: ['action', 'tableName', 'recordId', 'userId'],
  sort: ['id', 'occurredAt', 'action'],
  record: { type: 'table_name', id: 'record_id' },
  hasCompany: false,
  hasDevice: false,
};

/** A parsed log query. */
export interface LogQuery {
  from: string | null;
  to: string | null;
  filter: Readonly<Record<string, readonly string[]>>;
  search: string;
  sort: { field: string; descending: boolean };
  page: number;
  limit: number;
  /** Cursor: the id of the row before the page. */
  cursor?: string | undefined;
}

const sortOf = (fields: readonly string[]) =>
  z
    .string()
    .max(100)
    .default('occurredAt:desc')
    .transform((text, context) => {
      const [field = '', direction = 'asc'] = text.split(',')[0]?.trim().split(':') ?? [];
      if (!fields.includes(field) || (direction !== 'asc' && direction !== 'desc')) {
        context.addIssue({ code: 'custom', message: `Sort asc or desc by one of: ${fields.join(', ')}.` });
        return z.NEVER;
      }
      return { field, descending: direction === 'desc' };
    });

/**
 * Build the query schema of a log: period, filters by name, `search`, `sort`, `page`, `limit`; newest first.
 */
export const logQueryOf = (log: RecordLog) =>
  z
    .strictObject({
      ...Object.fromEntries(log.filter.map((field) => [field, filterOf(field, log.entity)])),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      search: z.string().trim().max(200).default(''),
      sort: sortOf(log.sort),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(500).default(50),
      cursor: Id.optional(),
    })
    .transform((query): LogQuery => {
      const values: Record<string, unknown> = query;
      const filter: Record<string, string[]> = {};
      for (const field of log.filter) {
        const filterValue = values[field];
        if (Array.isArray(filterValue)) filter[field] = filterValue.map(String);
      }
      const { from = null, to = null, search, sort, page, limit, cursor } = query;
      return { from, to, filter, search, sort, page, limit, cursor };
    });

/** The access scope of a log's reader. */
export interface LogAccessScope {
  tenant: string;
  /** Only events that these companies see of their own records; null for all of the business entity. */
  shownTo: readonly string[] | null;
  /** Only rows of people of this company; null for all. */
  ofCompany: string | null;
}

/** A WHERE clause with its values; `l` is the log. */
export interface LogConditions {
  whereClause: string;
  values: unknown[];
}

const of = (companies: readonly string[], column: string) => isOneOf(sql.ref(column), companies);

// The company of an event is that of its record; the event row itself has the company of its author.
const shownTo = (
  companies: readonly string[],
): Expression<SqlBool> => sql`l.customer_visible AND CASE l.target_type
  WHEN 'Company' THEN ${of(companies, 'l.target_id')}
  WHEN 'Order' THEN EXISTS (SELECT 1 FROM "order" o WHERE o.id = l.target_id AND ${of(companies, 'o.company_id')})
  WHEN 'Specimen' THEN EXISTS (SELECT 1 FROM specimen s JOIN "order" o ON o.id = s.order_id
    WHERE s.id = l.target_id AND ${of(companies, 'o.company_id')})
  WHEN 'Sample' THEN EXISTS (SELECT 1 FROM sample t JOIN specimen s ON s.id = t.specimen_id JOIN "order" o ON o.id = s.order_id
    WHERE t.id = l.target_id AND ${of(companies, 'o.company_id')})
  WHEN 'Invoice' THEN ${of(companies, 'l.company_id')}
    AND EXISTS (SELECT 1 FROM invoice i WHERE i.id = l.target_id AND ${of(companies, 'i.company_id')})
  ELSE ${of(companies, 'l.company_id')} END`;

/** Return the conditions of the query and of the access scope. */
export async function logConditions(
  pool: Pool,
  query: LogQuery,
  accessScope: LogAccessScope,
  log: RecordLog,
): Promise<Expression<SqlBool>[]> {
  const conditions: Expression<SqlBool>[] = [sql`l.entity = ${accessScope.tenant}`];
  if (query.from) conditions.push(sql`l.occurred_at >= ${query.from}`);
  if (query.to) conditions.push(sql`l.occurred_at < ${query.to}`);
  for (const [field, filterValues] of Object.entries(query.filter)) {
    conditions.push(isOneOf(sql.ref(`l.${columnOf(field)}`), filterValues));
  }
  // Hidden people must not be searchable, because the filter would reveal which staff member it was.
  const ownPeople = accessScope.shownTo && of(accessScope.shownTo, 'l.company_id');
  if (accessScope.shownTo) conditions.push(shownTo(accessScope.shownTo));
  if (ownPeople && (query.filter['userId'] ?? query.filter['companyId'])) conditions.push(ownPeople);
  if (accessScope.ofCompany !== null) conditions.push(sql`l.company_id = ${accessScope.ofCompany}`);
  if (query.search !== '') {
    const { records, people } = await findSearched(pool, accessScope.tenant, query.search);
    const byPerson = of(people, 'l.user_id');
    conditions.push(
      either([of(records, `l.${log.record.id}`), ownPeople ? sql`(${byPerson} AND ${ownPeople})` : byPerson]),
    );
  }
  return conditions;
}

/** Return the conditions of a log for use in hand-written statements. */
export async function conditionsOf(
  pool: Pool,
  log: RecordLog,
  query: LogQuery,
  accessScope: LogAccessScope,
): Promise<LogConditions> {
  const conditions = await logConditions(pool, query, accessScope, log);
  const { text, values } = textOf(sql`${sql.join(conditions, sql` AND `)}`);
  return { whereClause: text, values };
}
