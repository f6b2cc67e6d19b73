import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchBenchCache } from './bench-cache.ts';

/** The part of a browser's service worker that caches the bench files. */
let worker: {
  /** Its next answers in order; after them, all files are complete. */
  answers: boolean[];
  requestCount: number;
  container: EventTarget & { controller: object | null; ready: Promise<unknown> };
};
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  const active = {
    postMessage: (_message: unknown, [port]: [MessagePort]) => {
      worker.requestCount += 1;
      port.postMessage({ complete: worker.answers.shift() ?? true });
    },
  };
  const container = Object.assign(new EventTarget(), {
    controller: {} as object | null,
    ready: Promise.resolve({ active }),
    getRegistration: async () => ({ active }),
  });
  worker = { answers: [], requestCount: 0, container };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  class Channel {
    port1: { onmessage: ((event: { data: unknown }) => void) | null } = { onmessage: null };
    port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
  }
  vi.stubGlobal('MessageChannel', Channel);
});

afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a device with an incomplete cache retries soon, and at once when the network is back', async () => {
  worker.answers = [false, false, false];
  const reportedStates: string[] = [];
  stop = watchBenchCache((cacheState) => reportedStates.push(cacheState));
  await vi.advanceTimersByTimeAsync(0);
  expect(reportedStates).toEqual(['incomplete']);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reportedStates).toEqual(['incomplete', 'incomplete']);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reportedStates).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reportedStates.at(-1)).toBe('complete');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(worker.requestCount).toBe(4);
});

test('a page without a worker is not ready, whatever was fetched', async () => {
  worker.container.controller = null;
  const reportedStates: string[] = [];
  stop = watchBenchCache((cacheState) => reportedStates.push(cacheState));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reportedStates).toEqual([]);
  worker.container.controller = {};
  worker.container.dispatchEvent(new Event('controllerchange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reportedStates).toEqual(['complete']);
});
