import type { ClientBase, Pool } from 'pg';
import type { AnyEntity } from '#db/entity.ts';
import { fieldsOf, quoted, recordOf } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

// Each transaction has one revision and a page of the feed holds whole revisions: small chunks keep pages
// small.
const CHUNK = 500;

/** Return the entities in an order in which referenced rows come first; views are omitted. */
export async function insertionOrder(
  client: ClientBase,
  catalogue: readonly AnyEntity[],
): Promise<AnyEntity[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    // In a cycle, the entity with the optional reference comes first: people have pictures, files have
    // owners.
    `SELECT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.conrelid <> c.confrelid AND (a.attnotnull OR NOT EXISTS (
        SELECT 1 FROM pg_constraint back
         WHERE back.contype = 'f' AND back.conrelid = c.confrelid AND back.confrelid = c.conrelid))`,
  );
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const real = new Set(tables.rows.map((row) => row.name));
  const parents = new Map<string, string[]>();
  for (const { child, parent } of rows) parents.set(child, [...(parents.get(child) ?? []), parent]);
  const sorted: AnyEntity[] = [];
  const visited = new Set<string>();
  const visit = (entity: AnyEntity): void => {
    if (visited.has(entity.table) || !real.has(entity.table)) return;
    visited.add(entity.table);
    for (const parent of parents.get(quotedName(entity.table)) ?? []) {
      const before = catalogue.find((candidate) => quotedName(candidate.table) === parent);
      if (before) visit(before);
    }
    sorted.push(entity);
  };
  for (const entity of catalogue) visit(entity);
  return sorted;
}

// regclass quotes only the names that need it.
const quotedName = (table: string): string => (table === 'user' || table === 'order' ? `"${table}"` : table);

/** Insert complete rows in chunks of one transaction each. */
export async function insertRows(
  pool: Pool,
  entity: AnyEntity,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columns = fieldsOf(entity)
    .map(({ column }) => quoted(column))
    .join(', ');
  const text = `INSERT INTO ${quoted(entity.table)} (${columns})
                SELECT ${columns} FROM json_populate_recordset(NULL::${quoted(entity.table)}, $1::json)`;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = `[${rows
      .slice(start, start + CHUNK)
      .map(recordOf)
      .join(',')}]`;
    await inTransaction(pool, (client) => client.query(text, [chunk]));
  }
}
