import { pino } from 'pino';
import { readEnv } from './config/env.ts';
import { demoAccountLines } from './start/ensure-demo-lab.ts';
import type { DatabaseWatcher } from './start/open-database.ts';
import { type RunningServer, startServer } from './start/start-server.ts';

const writeLine = (line: string): void => void process.stdout.write(`${line}\n`);

function fail(error: unknown): never {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Benchside cannot start: ${text.replaceAll('\n', ' ')}\n`);
  process.exit(1);
}

/** Messages about the database go to the person who started the server, whatever the log level. */
const watcher: DatabaseWatcher = {
  report: writeLine,
  giveUp: (line) => {
    process.stderr.write(`${line.replaceAll('\n', ' ')}\nBenchside ends. Start it again.\n`);
    process.exit(1);
  },
};

// Ctrl+C reaches the server from the terminal and again from npm and the start script, within an instant.
const SAME_SIGNAL_MS = 1_000;

function stopOnSignals(server: RunningServer): void {
  let since: number | null = null;
  const stop = (): void => {
    if (since !== null) {
      // A later signal means that the person does not want to wait.
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    since = performance.now();
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function greet(server: RunningServer): void {
  writeLine('');
  if (server.demo) for (const line of demoAccountLines(server.port)) writeLine(line);
  writeLine(`Data: ${server.place}`);
  writeLine(`Benchside is ready on ${server.url}`);
}

try {
  const env = readEnv(process.env);
  const logger = pino({ level: env.LOG_LEVEL, base: null });
  const server = await startServer(env, logger, { watcher });
  stopOnSignals(server);
  greet(server);
} catch (error) {
  fail(error);
}
