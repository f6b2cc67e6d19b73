import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Env } from '#sync-server/config/env.ts';

const LOADER = new URL('../demo/load-demo-lab.ts', import.meta.url);
const ADVISORY_LOCK = 7_304_113;

const isEmpty = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query('SELECT 1 FROM "user" LIMIT 1')).rows.length === 0;

const hasDemoAccounts = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query(`SELECT 1 FROM "user" WHERE email = 'lab-tech@wbl.example'`)).rows.length > 0;

async function load(pool: pg.Pool): Promise<void> {
  if (!existsSync(fileURLToPath(LOADER))) return;
  const loader: { loadDemoLab(pool: pg.Pool): Promise<unknown> } = await import(LOADER.href);
  await loader.loadDemoLab(pool);
}

/** Fills an empty database with the demo lab unless DEMO is 0; answers whether the demo accounts are there. */
export async function ensureDemoLab(pool: pg.Pool, env: Pick<Env, 'DEMO'>): Promise<boolean> {
  const client = await pool.connect();
  try {
    // Two servers that start together on an empty database must not both fill it.
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    if (env.DEMO !== '0' && (await isEmpty(client))) await load(pool);
    return await hasDemoAccounts(client);
  } finally {
    client.release(true);
  }
}
