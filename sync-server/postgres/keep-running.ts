import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

const CHECK_INTERVAL_MS = 1_000;

/** Report whether a process is a zombie: a dead process that no parent has waited for still has its id. */
const isZombie = (pid: number): boolean => {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && /\) Z /.test(readFileSync(file, 'utf8'));
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Report whether the server of a data directory runs, without a query, because it may be busy. */
function isRunning(dataDirectory: string): boolean {
  const file = path.join(dataDirectory, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // An empty file is being written at this moment.
  return pid > 0 ? isAlive(pid) : true;
}

export interface KeepRunningOptions {
  /** Start the server of the same data directory at the same address. */
  start(): Promise<EmbeddedPostgres>;
  /** Print a line for the person who started the server. */
  report(line: string): void;
  /** End the process, so that its supervisor can restart it. */
  giveUp(line: string): void;
  everyMs?: number;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Restart an embedded Postgres that ends by itself; returns a function that stops the watch. */
export function keepRunning(server: EmbeddedPostgres, options: KeepRunningOptions): () => Promise<void> {
  const { start, report, giveUp, everyMs = CHECK_INTERVAL_MS } = options;
  let starting: Promise<void> | null = null;
  let stopped = false;
  const startAgain = async (): Promise<void> => {
    report('The database ended unexpectedly. Starting it again …');
    try {
      const { url } = await start();
      if (url !== server.url) throw new Error('its address is another one');
      report('The database runs again. Nothing that was saved is lost.');
    } catch (error) {
      if (!stopped) giveUp(`The database cannot be started again: ${reasonOf(error)}`);
    }
  };
  const timer = setInterval(() => {
    if (starting || isRunning(server.dataDirectory)) return;
    starting = startAgain().finally(() => {
      starting = null;
    });
  }, everyMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await starting;
  };
}
