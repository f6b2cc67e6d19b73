import { pino } from 'pino';
import { readEnv } from '#sync-server/config/env.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { ensureDemoLab } from '#sync-server/start/ensure-demo-lab.ts';
import { openDatabase } from '#sync-server/start/open-database.ts';

// npm run seed: fills an empty database with the demo lab; a database with people stays as it is.
try {
  const env = readEnv({ ...process.env, DEMO: '1' });
  const database = await openDatabase(env, pino({ level: 'info', base: null }));
  const loaded = await ensureDemoLab(database.pool, env, {
    store: fileStoreOf(env),
    asOwner: database.asOwner,
  });
  console.log(
    loaded
      ? `The demo lab is in ${database.place}`
      : `${database.place} has other people in it; nothing was changed`,
  );
  await database.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
