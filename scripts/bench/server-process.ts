// The real server in a process of its own, with a given build of the app: `tsx server-process.ts <dist>`.
import { pino } from 'pino';
import { readEnv } from '#sync-server/config/env.ts';
import { startServer } from '#sync-server/start/start-server.ts';

const dist = process.argv[2];
if (!dist) throw new Error('Give the folder of the built app.');
const env = readEnv(process.env);
const server = await startServer(env, pino({ level: env.LOG_LEVEL }), { dist });
process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});
console.log(`ready on ${server.url}`);
