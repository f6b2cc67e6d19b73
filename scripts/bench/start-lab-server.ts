import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('./server-process.ts', import.meta.url));
const START_LIMIT_MS = 120_000;

/** A running server of the demo lab. */
export interface LabServer {
  url: string;
  stop(): Promise<void>;
}

export interface LabServerOptions {
  dist: string;
  dataDirectory: string;
  databaseUrl?: string;
  /** Parts of the acceleration that the server leaves out. */
  accelerationOff?: string;
}

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

/** Start the server on a free port with a data folder of its own and the demo lab. */
export async function startLabServer(options: LabServerOptions): Promise<LabServer> {
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: options.dataDirectory,
    DATABASE_URL: options.databaseUrl ?? '',
    DEMO: '1',
    LOG_LEVEL: 'error',
    ACCELERATION_OFF: options.accelerationOff ?? '',
    NODE_ENV: 'production',
  };
  const server = spawn(process.execPath, ['--import', 'tsx', PROCESS, path.resolve(options.dist)], {
    env: { ...process.env, ...settings },
  });
  const exiting = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await exiting;
  };
  try {
    return { url: await addressOf(server), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
