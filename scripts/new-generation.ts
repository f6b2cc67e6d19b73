// npm run new-generation: run once after the database was restored from a backup, before devices connect
// again.
import { readEnv } from '#sync-server/config/env.ts';
import { startEmbeddedPostgres } from '#sync-server/postgres/embedded-postgres.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { newGeneration } from '#sync-server/sync/snapshot.ts';

const env = readEnv(process.env);
const embedded = env.DATABASE_URL ? null : await startEmbeddedPostgres({ home: env.DATA_DIR });
const pool = createPool(env.DATABASE_URL ?? embedded?.url ?? '', { max: 1 });
try {
  await newGeneration(pool);
  console.log(
    'A new generation has begun: every device loads its data anew and sends again what is missing here.',
  );
} finally {
  await pool.end();
  await embedded?.stop();
}
