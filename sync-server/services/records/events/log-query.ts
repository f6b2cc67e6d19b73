import { type Expression, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import type { LogQuery, RecordLog } from '#db/api/records/log-query.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { columnOf } from '#sync-server/postgres/row-mapping.ts';
import { textOf } from '#sync-server/postgres/typed-reads.ts';
import { either, isOneOf } from '#sync-server/reads/search-rows.ts';
import { isOfTenant, type Tenant } from '#sync-server/reads/tenant.ts';
import { findSearched } from './record-names.ts';

/** The access scope of a log's reader. */
export interface LogAccessScope {
  /** Whose rows are read; null for none. */
  tenant: Tenant | null;
  /** The business entities whose records and people are named. */
  entities: readonly BusinessEntity[];
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
  const conditions: Expression<SqlBool>[] =
    accessScope.tenant === null ? [sql`false`] : isOfTenant(accessScope.tenant, 'l');
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
    const { records, people } = await findSearched(pool, accessScope.entities, query.search);
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
