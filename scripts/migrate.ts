import { pino } from 'pino';
import { readEnv } from '#sync-server/config/env.ts';
import { openDatabase } from '#sync-server/start/open-database.ts';

// npm run migrate: applies the missing migrations without starting the server.
try {
  const env = readEnv(process.env);
  const database = await openDatabase(env, pino({ level: 'info', base: null }));
  const { rows } = await database.pool.query<{ name: string }>(
    'SELECT name FROM schema_migration ORDER BY name DESC LIMIT 1',
  );
  console.log(`${database.place} is at ${rows[0]?.name ?? 'no migration'}`);
  await database.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
