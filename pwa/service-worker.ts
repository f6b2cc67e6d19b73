/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { KEEP_BENCH, keepFiles } from './app/kept-files.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const BENCH = '/assets/bench/';
const pathOf = (entry: PrecacheEntry | string): string =>
  new URL(typeof entry === 'string' ? entry : entry.url, self.location.origin).pathname;
const files = self.__WB_MANIFEST;
const ofBench = (entry: PrecacheEntry | string): boolean => pathOf(entry).startsWith(BENCH);
const bench = keepFiles('bench-files', files.filter(ofBench).map(pathOf), self.caches);

// The shell, and for who works at the bench its files. Data comes from the replica: no answer of the API is ever cached.
precacheAndRoute(files.filter((entry) => !ofBench(entry)));
cleanupOutdatedCaches();
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(BENCH),
  async ({ request }) => (await bench.find(request)) ?? fetch(request),
);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }));

async function keepBenchOfThisVersion(): Promise<void> {
  // A version without its bench must not take over where one is used without a network.
  if ((await bench.wanted()) && !(await bench.keep()))
    throw new Error('Files of the bench could not be fetched.');
}
self.addEventListener('install', (event) => event.waitUntil(keepBenchOfThisVersion()));

self.addEventListener('message', (event) => {
  const told: unknown = event.data;
  if (typeof told !== 'object' || told === null || !('type' in told)) return;
  // A new version waits until the page asks for it, so that no scan is cut in half.
  if (told.type === 'SKIP_WAITING') void self.skipWaiting();
  if (told.type === KEEP_BENCH) {
    const kept = keepBenchForPages().catch(() => false);
    event.waitUntil(kept.then((complete) => event.ports[0]?.postMessage({ complete })));
  }
});

/** Keeps the bench's files and serves them to every open page: one that was loading when this worker took over is not. */
async function keepBenchForPages(): Promise<boolean> {
  const complete = await bench.keep();
  await self.clients.claim();
  return complete;
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), bench.forgetOthers()]));
});
