import { afterAll, vi } from 'vitest';

const LIMIT_MS = 20_000;
const { waitFor, waitUntil } = vi;

const patient = <O extends { timeout?: number; interval?: number }>(options: number | O | undefined) =>
  typeof options === 'number' ? options : { timeout: LIMIT_MS, ...options };

// How long something may take to come is no test's business: a busy machine needs more than Vitest's own second.
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

// Files that share their modules share `vi` too: each hands it back as it was.
afterAll(() => {
  Object.assign(vi, { waitFor, waitUntil });
});
