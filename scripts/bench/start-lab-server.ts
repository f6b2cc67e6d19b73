import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readEnv } from '#sync-server/config/env.ts';

const THIS_FILE = fileURLToPath(import.meta.url);
const START_LIMIT_MS = 120_000;

/** A running server of the demo lab. */
export interface LabServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** End the process at once, as a crash does. */
  kill(): Promise<void>;
}

export interface LabServerOptions {
  dist: string;
  dataDirectory: string;
  databaseUrl?: string;
  /** Parts of the acceleration that the server leaves out. */
  accelerationOff?: string;
  /** Seals sessions that several processes share. */
  authSecret?: string;
}

/** Wait until a process prints its address. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const startTimer = setTimeout(
      () => reject(new Error(`The server did not start in time:\n${output}`)),
      START_LIMIT_MS,
    );
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /ready on (http:\S+)/.exec(output)?.[1];
      if (!url) return;
      clearTimeout(startTimer);
      resolve(url);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', () => reject(new Error(`The server ended:\n${output}`)));
  });
}

/** Start a file of this project, or a bundle of it, in a process of its own and wait until it prints its address. */
export async function startProcess(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<LabServer> {
  const child = spawn(
    process.execPath,
    [...(file.endsWith('.ts') ? ['--import', 'tsx'] : []), file, ...args],
    {
      env: { ...process.env, ...env },
    },
  );
  const exiting = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await exiting;
  };
  const stop = () => end('SIGTERM');
  try {
    return { url: await addressOf(child), pid: child.pid ?? 0, stop, kill: () => end('SIGKILL') };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Start the server on a free port with a data folder of its own and the demo lab. */
export const startLabServer = (options: LabServerOptions): Promise<LabServer> =>
  startProcess(THIS_FILE, [path.resolve(options.dist)], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: options.dataDirectory,
    DATABASE_URL: options.databaseUrl ?? '',
    AUTH_SECRET: options.authSecret ?? '',
    DEMO: '1',
    LOG_LEVEL: 'error',
    ACCELERATION_OFF: options.accelerationOff ?? '',
    NODE_ENV: 'production',
  });

/** Run the real server in this process, with a given build of the app. */
async function serve(dist: string): Promise<void> {
  const { startServer } = await import('#sync-server/start/start-server.ts');
  const env = readEnv(process.env);
  const server = await startServer(env, pino({ level: env.LOG_LEVEL }), { dist });
  process.once('SIGTERM', () => {
    void server.stop().then(() => process.exit(0));
  });
  console.log(`ready on ${server.url}`);
}

const dist = process.argv[2];
if (process.argv[1] === THIS_FILE && dist) await serve(dist);
