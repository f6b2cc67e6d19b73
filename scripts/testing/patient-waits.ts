import { afterAll, vi } from 'vitest';

const LIMIT_MS = 20_000;
const { waitFor, waitUntil } = vi;

const patient = <O extends { timeout?: number; interval?: number }>(options: number | O | undefined) =>
  typeof options === 'number' ? options : { timeout: LIMIT_MS, ...options };

// No test is about how long something takes to appear: a busy machine needs more than Vitest's default of one
// second.
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

// Files that share their modules share `vi` too, so each restores it.
afterAll(() => {
  Object.assign(vi, { waitFor, waitUntil });
});
