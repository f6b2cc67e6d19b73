import type { Pool } from 'pg';
import { CATALOGUE } from '#db/catalogue.ts';
import { buildDemoLab } from '#db/demo/demo-lab.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { hashSecret } from '#sync-server/auth/password.ts';
import type { FileStore } from '#sync-server/integrations/files/port.ts';
import { listAppendOnlyTables } from '#sync-server/postgres/application-role.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { putDemoFiles } from './demo-files.ts';
import { insertionOrder, insertRows } from './insert-rows.ts';

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
  const labs = await Promise.all(BUSINESS_ENTITIES.map((entity) => buildDemoLab(entity, settings)));
  // The bytes come first, so that a row never names a missing file.
  for (const lab of store ? labs : [])
    for (const { key, bytes } of await putDemoFiles(lab)) await store?.write(key, bytes);
  for (const entity of order) {
    for (const lab of labs) await insertRows(pool, entity, lab.world.all(entity));
  }
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
