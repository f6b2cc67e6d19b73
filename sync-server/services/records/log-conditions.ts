import type { Pool } from 'pg';
import { columnOf, quoted } from '#sync-server/postgres/row-mapping.ts';
import type { LogQuery } from './log-query.ts';
import type { RecordLog } from './record-log.ts';
import { findSearched } from './record-names.ts';

/** Whose rows of a log a person reads. */
export interface LogSight {
  tenant: string;
  /** Only what these companies are shown of their own records; null for all of the business entity. */
  shownTo: readonly string[] | null;
  /** Only rows of people of this company; null for all. */
  ofCompany: string | null;
}

/** A WHERE with its values; `l` is the log. */
export interface LogConditions {
  where: string;
  values: unknown[];
}

// The company of an event is that of its record; the event itself names the company of whoever did it.
const shownTo = (companies: string): string => `l.customer_visible AND CASE l.target_type
  WHEN 'Company' THEN l.target_id = ANY (${companies})
  WHEN 'Order' THEN EXISTS (SELECT 1 FROM "order" o WHERE o.id = l.target_id AND o.company_id = ANY (${companies}))
  WHEN 'Specimen' THEN EXISTS (SELECT 1 FROM specimen s JOIN "order" o ON o.id = s.order_id
    WHERE s.id = l.target_id AND o.company_id = ANY (${companies}))
  WHEN 'Sample' THEN EXISTS (SELECT 1 FROM sample t JOIN specimen s ON s.id = t.specimen_id JOIN "order" o ON o.id = s.order_id
    WHERE t.id = l.target_id AND o.company_id = ANY (${companies}))
  WHEN 'Invoice' THEN l.company_id = ANY (${companies})
    AND EXISTS (SELECT 1 FROM invoice i WHERE i.id = l.target_id AND i.company_id = ANY (${companies}))
  ELSE l.company_id = ANY (${companies}) END`;

/** What of a log fits the query and may be seen. */
export async function conditionsOf(
  pool: Pool,
  log: RecordLog,
  query: LogQuery,
  sight: LogSight,
): Promise<LogConditions> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const parts = [`l.entity = ${bind(sight.tenant)}`];
  if (query.from) parts.push(`l.occurred_at >= ${bind(query.from)}`);
  if (query.to) parts.push(`l.occurred_at < ${bind(query.to)}`);
  for (const [field, wanted] of Object.entries(query.filter)) {
    parts.push(`l.${quoted(columnOf(field))} = ANY (${bind(wanted)}::text[])`);
  }
  // Who is not shown is not found either: else a filter would tell who of the lab it was.
  let ownPeople = 'true';
  if (sight.shownTo) {
    const companies = `${bind(sight.shownTo)}::text[]`;
    parts.push(shownTo(companies));
    ownPeople = `l.company_id = ANY (${companies})`;
    if (query.filter['userId'] ?? query.filter['companyId']) parts.push(ownPeople);
  }
  if (sight.ofCompany !== null) parts.push(`l.company_id = ${bind(sight.ofCompany)}`);
  if (query.search !== '') {
    const { records, people } = await findSearched(pool, sight.tenant, query.search);
    parts.push(
      `(l.${log.record.id} = ANY (${bind(records)}::text[]) OR (l.user_id = ANY (${bind(people)}::text[]) AND ${ownPeople}))`,
    );
  }
  return { where: parts.join(' AND '), values };
}
