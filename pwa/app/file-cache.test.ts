import { afterEach, expect, test, vi } from 'vitest';
import { createFileCache } from './file-cache.ts';

const ORIGIN = 'https://wbl.example';
const A = '/assets/bench/a-1.js';
const B = '/assets/bench/b-1.js';

const pathOf = (input: RequestInfo | URL): string =>
  new URL(input instanceof Request ? input.url : input, ORIGIN).pathname;

/** The part of the browser's Cache API that file caching uses. */
function memoryCaches(): Parameters<typeof createFileCache>[2] {
  const all = new Map<string, Map<string, Response>>();
  const openFiles = (name: string): Map<string, Response> => {
    const files = all.get(name) ?? new Map<string, Response>();
    all.set(name, files);
    return files;
  };
  return {
    has: async (name) => all.has(name),
    open: async (name) => ({
      keys: async () => [...openFiles(name).keys()].map((path) => new Request(`${ORIGIN}${path}`)),
      put: async (input, answer) => void openFiles(name).set(pathOf(input), answer),
      delete: async (input) => openFiles(name).delete(pathOf(input)),
      match: async (input) => openFiles(name).get(pathOf(input)),
    }),
  };
}

/** A network with known answers that never answers for hanging paths. */
const network = (answers: Record<string, number | 'hangs'>) =>
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    const answer = answers[path] ?? 404;
    if (answer !== 'hangs') return Promise.resolve(new Response('code', { status: answer }));
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });

afterEach(() => vi.unstubAllGlobals());

test('a device without a request for the bench does not count as a bench device', async () => {
  const files = createFileCache('bench', [A], memoryCaches());
  expect(await files.find(new Request(`${ORIGIN}${A}`))).toBeUndefined();
  await files.removeOutdated();
  expect(await files.isRequested()).toBe(false);
});

test('fetched files stay cached; a refused file is reported and retried', async () => {
  const caches = memoryCaches();
  const files = createFileCache('bench', [A, B], caches);
  network({ [A]: 200, [B]: 503 });
  expect(await files.fill()).toBe(false);
  expect(await files.isRequested()).toBe(true);
  expect(await files.find(new Request(`${ORIGIN}${A}`))).toBeDefined();
  network({ [B]: 200 });
  expect(await files.fill()).toBe(true);
  const next = createFileCache('bench', [B], caches);
  await next.removeOutdated();
  expect(await next.find(new Request(`${ORIGIN}${A}`))).toBeUndefined();
  expect(await next.find(new Request(`${ORIGIN}${B}`))).toBeDefined();
});

test('caching on a dead connection ends by itself, so that the next version can take over', async () => {
  network({ [A]: 'hangs', [B]: 200 });
  expect(await createFileCache('bench', [A, B], memoryCaches(), 10).fill()).toBe(false);
});
