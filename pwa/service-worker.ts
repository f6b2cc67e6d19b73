/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { createFileCache, KEEP_BENCH } from './app/file-cache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const BENCH = '/assets/bench/';
const pathOf = (entry: PrecacheEntry | string): string =>
  new URL(typeof entry === 'string' ? entry : entry.url, self.location.origin).pathname;
const files = self.__WB_MANIFEST;
const ofBench = (entry: PrecacheEntry | string): boolean => pathOf(entry).startsWith(BENCH);
const bench = createFileCache('bench-files', files.filter(ofBench).map(pathOf), self.caches);

// The shell and, for bench users, its files. Data comes from the replica: no API answer is ever cached.
precacheAndRoute(files.filter((entry) => !ofBench(entry)));
cleanupOutdatedCaches();
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(BENCH),
  async ({ request }) => (await bench.find(request)) ?? fetch(request),
);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }));

async function cacheBenchOfVersion(): Promise<void> {
  // A version without its bench files must not take over where the bench is used offline.
  if ((await bench.isRequested()) && !(await bench.fill()))
    throw new Error('Files of the bench could not be fetched.');
}
self.addEventListener('install', (event) => event.waitUntil(cacheBenchOfVersion()));

self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (typeof message !== 'object' || message === null || !('type' in message)) return;
  // A new version waits until the page asks for it, so that no scan is interrupted.
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  if (message.type === KEEP_BENCH) {
    const caching = cacheBenchForPages().catch(() => false);
    event.waitUntil(caching.then((complete) => event.ports[0]?.postMessage({ complete })));
  }
});

/**
 * Cache the bench files and serve them to every open page; a page that was loading when this worker took over
 * is not controlled yet.
 */
async function cacheBenchForPages(): Promise<boolean> {
  const complete = await bench.fill();
  await self.clients.claim();
  return complete;
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), bench.removeOutdated()]));
});
