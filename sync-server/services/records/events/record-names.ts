import type { Pool } from 'pg';
import { CATALOGUE, entityNamed } from '#db/entities.ts';
import { isTenant, quoted } from '#sync-server/postgres/row-mapping.ts';

const PERSON = `coalesce(name, first_name || ' ' || last_name)`;

/** SQL expression of a row's display name per table, over its columns. */
const NAMES: Readonly<Record<string, string>> = {
  accession_group: 'group_number',
  assigned_section: `(SELECT s.name FROM section s WHERE s.id = section_id) || ' of batch ' ||
    (SELECT b.julian_id FROM batch b WHERE b.id = batch_id)`,
  barcode: 'value',
  batch: 'julian_id',
  clinician_license: 'license_number',
  company: 'name',
  email: 'subject',
  equipment: 'name',
  flow: 'name',
  inventory_item: 'coalesce(barcode, lot_number)',
  inventory_type: 'name',
  invoice: 'invoice_number',
  measurement_unit: 'name',
  order: `coalesce(order_number, 'Draft, ' || (SELECT min(v.name) FROM service v WHERE v.protocol_id = "order".protocol_id), 'Draft')`,
  permission_group: 'name',
  procedure: 'name',
  project: 'name',
  protocol: 'name',
  sample: 'barcode',
  service: 'name',
  // The number of a draft's row begins like this; people do not see it.
  specimen: `coalesce(julian_id, CASE WHEN requisition_number LIKE 'DRAFT-%' THEN customer_sample_id ELSE requisition_number END)`,
  storage_management: 'name',
  user: PERSON,
  user_company: `(SELECT ${PERSON} FROM "user" u WHERE u.id = user_id)`,
};

/** For tables without a page: the column that names the record with the page. */
const PAGES: Readonly<Record<string, string>> = { user_company: 'user_id' };

/** Columns that a record search covers besides the name, because people also type these. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  accession_group: ['group_number'],
  batch: ['julian_id', 'name'],
  company: ['name'],
  equipment: ['name', 'serial_number'],
  flow: ['name', 'code'],
  inventory_item: ['barcode', 'lot_number'],
  inventory_type: ['name'],
  invoice: ['invoice_number'],
  order: ['order_number'],
  permission_group: ['name'],
  procedure: ['name', 'code'],
  project: ['name'],
  protocol: ['name', 'code'],
  sample: ['barcode'],
  specimen: ['julian_id', 'requisition_number'],
  storage_management: ['name', 'barcode'],
};

const TENANT = new Set(CATALOGUE.filter(isTenant).map(({ table }) => table));

/** Return the table of a log's record type: an entity's name, or the table itself. */
const tableOf = (type: string): string => entityNamed(type)?.table ?? type;

/** The name of a record, and the record with its page if it has none of its own. */
export interface RecordName {
  recordName: string;
  pageId: string | null;
}

/** Read the names of records by type and id: `Sample|01…` is `26325-14`. One look-up per kind of record. */
export async function readRecordNames(
  pool: Pool,
  entities: readonly string[],
  records: readonly { type: string; id: string }[],
): Promise<ReadonlyMap<string, RecordName>> {
  const byTable = new Map<string, Set<string>>();
  for (const { type, id } of records) {
    const table = tableOf(type);
    if (NAMES[table] === undefined) continue;
    byTable.set(table, (byTable.get(table) ?? new Set()).add(id));
  }
  const names = new Map<string, RecordName>();
  for (const [table, ids] of byTable) {
    const scope = TENANT.has(table) ? 'AND entity = ANY ($2)' : 'AND $2::text[] IS NOT NULL';
    const { rows } = await pool.query<{ id: string; name: string | null; pageId: string | null }>(
      `SELECT id, ${NAMES[table]} AS name, ${PAGES[table] ?? 'NULL'} AS "pageId" FROM ${quoted(table)} WHERE id = ANY ($1) ${scope}`,
      [[...ids], entities],
    );
    for (const { id, name, pageId } of rows)
      if (name !== null) names.set(`${table}|${id}`, { recordName: name, pageId });
  }
  return names;
}

/** Return the key of a record in the result of `readRecordNames`. */
export const recordKey = (type: string, id: string): string => `${tableOf(type)}|${id}`;

const MAX_ROWS = 500;

const FIND = Object.entries(CODES)
  .map(([table, columns]) => {
    const matches = columns.map((column) => `${column} ILIKE $2`).join(' OR ');
    return `(SELECT id FROM ${quoted(table)} WHERE entity = ANY ($1) AND (${matches}) LIMIT ${MAX_ROWS})`;
  })
  .join(' UNION ALL ');
const FIND_PEOPLE = `SELECT DISTINCT u.id FROM "user" u JOIN user_company uc ON uc.user_id = u.id
  WHERE uc.entity = ANY ($1) AND (u.email ILIKE $2 OR coalesce(u.name, u.first_name || ' ' || u.last_name) ILIKE $2) LIMIT ${MAX_ROWS}`;

/** Find the records and people whose code or name contains the search text. */
export async function findSearched(
  pool: Pool,
  entities: readonly string[],
  search: string,
): Promise<{ records: string[]; people: string[] }> {
  const values = [entities, `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`];
  const [records, people] = await Promise.all([
    pool.query<{ id: string }>(FIND, values),
    pool.query<{ id: string }>(FIND_PEOPLE, values),
  ]);
  const ids = ({ rows }: { rows: { id: string }[] }): string[] => rows.map(({ id }) => id);
  return { records: [...ids(records), search], people: ids(people) };
}
