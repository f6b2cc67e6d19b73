// npm run verify-audit -- [--hash …]: recomputes the hash chain of audit log and events and reports the first
// difference.

import { parseArgs } from 'node:util';
import { readEnv } from '#sync-server/config/env.ts';
import { startEmbeddedPostgres } from '#sync-server/postgres/embedded-postgres.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { verifyAuditChain } from '#sync-server/services/records/events/audit-chain.ts';

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { hash: { type: 'string' } } });
  const env = readEnv(process.env);
  const embedded = env.DATABASE_URL ? null : await startEmbeddedPostgres({ home: env.DATA_DIR });
  const pool = createPool(env.DATABASE_URL ?? embedded?.url ?? '', { max: 1 });
  try {
    const { days, heads, difference, hasKnownHash } = await verifyAuditChain(pool, {
      knownHash: values.hash,
    });
    for (const { table, day, hash } of heads) console.log(`${table} to ${day}: ${hash}`);
    if (difference) {
      const { day, table, reason } = difference;
      throw new Error(`First difference: ${day}, table ${table}. ${reason}`);
    }
    if (!hasKnownHash) throw new Error(`No day of the chain has the hash ${values.hash}.`);
    console.log(
      days === 0
        ? 'The chain is empty: the first day is covered an hour after its end (UTC).'
        : `${days} daily hashes verified, no difference. Keep the hashes above outside of the database.`,
    );
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
