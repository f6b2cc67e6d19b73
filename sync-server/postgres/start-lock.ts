import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const holderOf = (file: string): number | null => {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
};

function tryTake(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Run `work` while no other process of this machine holds the same lock file; a dead holder is ignored. */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 60_000;
  let unreadable = 0;
  while (!tryTake(file)) {
    const holder = holderOf(file);
    // An empty file is being written at this moment, unless its writer was killed.
    unreadable = holder === null ? unreadable + 1 : 0;
    if (unreadable > 40 || (holder !== null && !isAlive(holder))) rmSync(file, { force: true });
    else if (Date.now() > deadline)
      throw new Error(`Another start holds ${file} for a minute. Stop process ${holder}.`);
    await wait(50);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
