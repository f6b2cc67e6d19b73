import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppUpdate, watchForUpdate } from './update-prompt.tsx';

const worker = vi.hoisted(() => ({
  told: 0,
  registered: 0,
  /** The result of the next registration. */
  fails: false,
  waits: (): void => undefined,
  forgotten: (): void => undefined,
}));

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(name: string, listener: () => void): void {
      if (name === 'waiting') worker.waits = listener;
      if (name === 'redundant') worker.forgotten = listener;
    }
    register(): Promise<undefined> {
      worker.registered += 1;
      return worker.fails ? Promise.reject(new TypeError('No network')) : Promise.resolve(undefined);
    }
    messageSkipWaiting(): void {
      worker.told += 1;
    }
  },
}));

let container: EventTarget & { controller: object | null; getRegistration(): Promise<object | undefined> };
let registration: object | undefined;
let reload: ReturnType<typeof vi.spyOn>;
let stop: () => void;

/** Simulate a worker that takes the page over. */
function takeOver(): void {
  container.controller = {};
  container.dispatchEvent(new Event('controllerchange'));
}

function watch(controller: object | null): AppUpdate[] {
  container.controller = controller;
  const updates: AppUpdate[] = [];
  stop = watchForUpdate((update) => updates.push(update));
  return updates;
}

beforeEach(() => {
  sessionStorage.clear();
  Object.assign(worker, { told: 0, registered: 0, fails: false });
  registration = {};
  container = Object.assign(new EventTarget(), {
    controller: null,
    getRegistration: async () => registration,
  });
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
});

afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a fresh page reloads not for its first worker, but for the next version', () => {
  const updates = watch(null);
  takeOver();
  expect(reload).not.toHaveBeenCalled();
  worker.waits();
  updates[0]?.apply();
  expect(worker.told).toBe(1);
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page without a worker reloads when its user accepts the new version', () => {
  const updates = watch(null);
  worker.waits();
  updates[0]?.apply();
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a version accepted in another tab reloads this one once', () => {
  watch({});
  takeOver();
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a worker whose first install was interrupted is registered again, soon and as soon as the network is back', async () => {
  vi.useFakeTimers();
  watch(null);
  registration = undefined;
  worker.forgotten();
  await vi.advanceTimersByTimeAsync(0);
  expect(worker.registered).toBe(1);
  worker.fails = true;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(worker.registered).toBe(2);
  worker.fails = false;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(worker.registered).toBe(3);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(worker.registered).toBe(3);
  vi.useRealTimers();
});

test('a failed install of a version leaves the previous one active', async () => {
  vi.useFakeTimers();
  watch({});
  worker.forgotten();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(worker.registered).toBe(1);
  vi.useRealTimers();
});
