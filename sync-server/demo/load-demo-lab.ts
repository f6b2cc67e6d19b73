import type { ClientBase, Pool } from 'pg';
import { buildDemoLab } from '#db/demo/demo-lab.ts';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { hashSecret } from '#sync-server/auth/password.ts';
import type { FileStore } from '#sync-server/integrations/files/file-store.ts';
import { listAppendOnlyTables } from '#sync-server/postgres/application-role.ts';
import { fieldsOf, quoted, recordOf } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { putDemoFiles } from './demo-files.ts';
import { putSequencingReports } from './demo-results.ts';

// Each transaction has one revision and a page of the feed holds whole revisions: small chunks keep pages
// small.
const CHUNK = 500;

/** Return the entities in an order in which referenced rows come first; views are omitted. */
async function insertionOrder(client: ClientBase, catalogue: readonly AnyEntity[]): Promise<AnyEntity[]> {
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
async function insertRows(
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

const PASSWORD = 'demo-password-1';
const PIN = '246810';

// Nobody is notified of results that were released before the demo began.
const RESULT_NOTICES = `INSERT INTO specimen_notice (event_id)
  SELECT id FROM event WHERE type = 'RESULTS_RELEASED' ON CONFLICT DO NOTHING`;

/** Fill an empty database with the demo lab of both entities as of `now`; files only if there is a store. */
export async function loadDemoLab(
  pool: Pool,
  now: Date = new Date(),
  labTimezone = 'America/New_York',
  store?: Pick<FileStore, 'write'>,
): Promise<void> {
  const [passwordHash, pinHash] = await Promise.all([hashSecret(PASSWORD), hashSecret(PIN)]);
  const settings = { now: now.toISOString(), labTimezone, passwordHash, pinHash };
  await pool.query('INSERT INTO demo_load DEFAULT VALUES');
  const client = await pool.connect();
  const order = await insertionOrder(client, CATALOGUE).finally(() => client.release());
  const lab = await buildDemoLab(settings);
  // The bytes come first, so that a row never names a missing file.
  for (const part of store ? Object.values(lab) : [])
    for (const { key, bytes } of [...(await putDemoFiles(part)), ...(await putSequencingReports(part))])
      await store?.write(key, bytes);
  for (const entity of order) await insertRows(pool, entity, lab.WBL.world.all(entity));
  await pool.query(RESULT_NOTICES);
  await pool.query('UPDATE demo_load SET completed_at = now() WHERE completed_at IS NULL');
}

/**
 * Remove the rest of a load that was killed; returns whether there was any. Nobody has worked in it yet, so
 * the owner of the tables may also truncate append-only ones.
 */
export async function removePartialDemoLab(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('SELECT 1 FROM demo_load WHERE completed_at IS NULL');
  if (rows.length === 0) return false;
  const client = await pool.connect();
  try {
    const tables = (await insertionOrder(client, CATALOGUE)).map(({ table }) => quoted(table)).join(', ');
    const growing = (await listAppendOnlyTables(client)).map(quoted);
    const triggers = (mode: 'ENABLE' | 'DISABLE') =>
      growing.map((table) => `ALTER TABLE ${table} ${mode} TRIGGER append_only_whole`);
    const statements = [
      ...triggers('DISABLE'),
      `TRUNCATE ${tables}, demo_load CASCADE`,
      ...triggers('ENABLE'),
    ];
    await client.query(`BEGIN; ${statements.join('; ')}; COMMIT`);
  } finally {
    client.release();
  }
  return true;
}
