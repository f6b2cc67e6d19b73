import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppUpdate, watchForUpdate } from './app-update.ts';

const worker = vi.hoisted(() => ({ told: 0, waits: (): void => undefined }));

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(_name: string, heard: () => void): void {
      worker.waits = heard;
    }
    register(): Promise<undefined> {
      return Promise.resolve(undefined);
    }
    messageSkipWaiting(): void {
      worker.told += 1;
    }
  },
}));

let container: EventTarget & { controller: object | null };
let reload: ReturnType<typeof vi.spyOn>;
let stop: () => void;

/** A worker takes the page over. */
function takeOver(): void {
  container.controller = {};
  container.dispatchEvent(new Event('controllerchange'));
}

function watch(controller: object | null): AppUpdate[] {
  container.controller = controller;
  const offered: AppUpdate[] = [];
  stop = watchForUpdate((update) => offered.push(update));
  return offered;
}

beforeEach(() => {
  sessionStorage.clear();
  worker.told = 0;
  container = Object.assign(new EventTarget(), { controller: null });
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

test('a fresh page is not loaded again for its first worker, but it is for the next version', () => {
  const offered = watch(null);
  takeOver();
  expect(reload).not.toHaveBeenCalled();
  worker.waits();
  offered[0]?.apply();
  expect(worker.told).toBe(1);
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that no worker serves is loaded again when its person takes the new version', () => {
  const offered = watch(null);
  worker.waits();
  offered[0]?.apply();
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a version taken in another tab loads this one again too, and only once', () => {
  watch({});
  takeOver();
  takeOver();
  expect(reload).toHaveBeenCalledTimes(1);
});
