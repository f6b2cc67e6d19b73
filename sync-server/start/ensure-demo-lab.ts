import type pg from 'pg';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { ROLES, type Role } from '#db/access/roles.ts';
import type { Env } from '#sync-server/config/env.ts';
import { loadsDemoLab } from '#sync-server/config/installation.ts';
import type { FileStore } from '#sync-server/integrations/files/file-store.ts';

const ADVISORY_LOCK = 7_304_113;

const isEmpty = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query('SELECT 1 FROM "user" LIMIT 1')).rows.length === 0;

const wasInterrupted = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query('SELECT 1 FROM demo_load WHERE completed_at IS NULL')).rows.length > 0;

const hasDemoAccounts = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query(`SELECT 1 FROM "user" WHERE email = 'lab-tech@wbl.example'`)).rows.length > 0;

/**
 * Fill an empty database with the demo lab where the settings allow it; returns whether the demo accounts
 * exist.
 */
export async function ensureDemoLab(
  pool: pg.Pool,
  env: Pick<Env, 'DEMO' | 'DATABASE_URL' | 'ENTITY_HOSTS' | 'LAB_TIMEZONE'>,
  options: {
    store?: FileStore;
    /** Runs work that needs the owner of the tables; by default with the pool's own role. */
    asOwner?: (work: (owner: pg.Pool) => Promise<unknown>) => Promise<unknown>;
  } = {},
): Promise<boolean> {
  const { store, asOwner = (work) => work(pool) } = options;
  const client = await pool.connect();
  try {
    // Two servers that start together on an empty database must not both fill it.
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    if (loadsDemoLab(env) && ((await isEmpty(client)) || (await wasInterrupted(client)))) {
      // Loaded on demand, because the demo lab is large and most starts do not need it.
      const { loadDemoLab, removePartialDemoLab: removeHalfDemoLab } = await import(
        '#sync-server/demo/load-demo-lab.ts'
      );
      await asOwner(removeHalfDemoLab);
      await loadDemoLab(pool, new Date(), env.LAB_TIMEZONE, store);
    }
    return await hasDemoAccounts(client);
  } finally {
    client.release(true);
  }
}

const kebab = (name: string): string => name.toLowerCase().replaceAll('_', '-');

/** Text shown after the first start: the demo accounts, their password and PIN. */
export function demoAccountLines(port: number): string[] {
  const address = { WBL: `http://localhost:${port}`, RESONANT: `http://resonant.localhost:${port}` };
  // The bench of WBL serves both businesses.
  const isInClinic = (role: Role): boolean => assignableRoles('clinical').includes(role);
  return [
    'Demo accounts, password demo-password-1, signing PIN 246810:',
    `  <role>@wbl.example on ${address.WBL}`,
    `  <role>@resonant.example on ${address.RESONANT}`,
    'where <role> is one of',
    ...ROLES.map((role) => `  ${kebab(role)}${isInClinic(role) ? '' : ' (WBL only)'}`),
  ];
}
