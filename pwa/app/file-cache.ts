/** Files that are kept beside the precached shell, once somebody on this device needs them. */
export interface FileCache {
  /** Whether somebody asked for them before, with this version or an earlier one. */
  isRequested(): Promise<boolean>;
  /** Fetches what is missing; false when something could not be fetched. */
  fill(): Promise<boolean>;
  /** Drops what only earlier versions had. */
  removeOutdated(): Promise<void>;
  find(request: Request): Promise<Response | undefined>;
}

/** Asks the service worker to keep the bench's files; answered on the port that comes along. */
export const KEEP_BENCH = 'KEEP_BENCH';

/** The part of the browser's caches that keeping files needs. */
interface Caches extends Pick<CacheStorage, 'has'> {
  open(name: string): Promise<Pick<Cache, 'keys' | 'put' | 'delete' | 'match'>>;
}

const AT_ONCE = 6;
// What a worker still fetches keeps a newer version from taking over: on a dead line it must end by itself.
const LIMIT_MS = 120_000;

/** Keeps files whose names change with their content: one that is there is never stale. */
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
    // Opening a cache makes it; who never asked for these files must not be taken for one who did.
    find: async (request) =>
      (await caches.has(name)) ? (await caches.open(name)).match(request, { ignoreVary: true }) : undefined,
  };
}
