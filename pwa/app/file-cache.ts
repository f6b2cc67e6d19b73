/** Files that are cached besides the precached shell, once a user of this device needs them. */
export interface FileCache {
  /** Check whether the files were requested before, with this version or an earlier one. */
  isRequested(): Promise<boolean>;
  /** Fetch missing files; false when a fetch failed. */
  fill(): Promise<boolean>;
  /** Delete files that only earlier versions had. */
  removeOutdated(): Promise<void>;
  find(request: Request): Promise<Response | undefined>;
}

/**
 * The message that asks the service worker to cache the bench files; the answer comes on the port in the
 * message.
 */
export const KEEP_BENCH = 'KEEP_BENCH';

/** The part of the browser's Cache API that this module needs. */
interface Caches extends Pick<CacheStorage, 'has'> {
  open(name: string): Promise<Pick<Cache, 'keys' | 'put' | 'delete' | 'match'>>;
}

const AT_ONCE = 6;
// A worker's open fetch blocks a newer version from taking over, so it must time out on a dead connection.
const LIMIT_MS = 120_000;

/** Create a cache of files whose names change with their content: a cached file is never stale. */
export function createFileCache(
  name: string,
  paths: readonly string[],
  caches: Caches,
  limitMs = LIMIT_MS,
): FileCache {
  const missing = async (cache: Pick<Cache, 'keys'>): Promise<string[]> => {
    const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    return paths.filter((path) => !cachedPaths.has(path));
  };
  return {
    isRequested: () => caches.has(name),
    async fill() {
      const cache = await caches.open(name);
      const queue = await missing(cache);
      const fetchNext = async (): Promise<void> => {
        for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
          const answer = await fetch(path, { signal: AbortSignal.timeout(limitMs) });
          if (!answer.ok) throw new Error(`${path} is answered ${answer.status}.`);
          await cache.put(path, answer);
        }
      };
      await Promise.allSettled(Array.from({ length: AT_ONCE }, fetchNext));
      return (await missing(cache)).length === 0;
    },
    async removeOutdated() {
      if (!(await caches.has(name))) return;
      const cache = await caches.open(name);
      const current = new Set(paths);
      for (const request of await cache.keys())
        if (!current.has(new URL(request.url).pathname)) await cache.delete(request);
    },
    // Opening a cache creates it, and its existence marks a device that has requested these files.
    find: async (request) =>
      (await caches.has(name)) ? (await caches.open(name)).match(request, { ignoreVary: true }) : undefined,
  };
}
