import { labDocument } from './lab-documents.ts';

const LIMIT = 1_000;
const GENERATION = 'bench';

// The server sends one entity after the other.
const inSnapshotOrder = (documents: number): number[] => {
  const rank = (k: number): number => (k % 10 < 7 ? 0 : k % 10 < 9 ? 1 : 2);
  return Array.from({ length: documents }, (_, k) => k).sort((a, b) => rank(a) - rank(b) || a - b);
};

/** Build the pages of a first load as the texts that a server would send. */
export function snapshotPages(documents: number): string[] {
  const pages: string[] = [];
  const order = inSnapshotOrder(documents);
  for (let from = 0; from < documents; from += LIMIT) {
    const count = Math.min(LIMIT, documents - from);
    const more = from + count < documents;
    const page = order.slice(from, from + count).map(labDocument);
    pages.push(
      JSON.stringify({
        generation: GENERATION,
        head: documents,
        after: more ? `page|${pages.length + 1}` : null,
        more,
        documents: page,
      }),
    );
  }
  return pages;
}

const answer = (body: BodyInit): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' } });
const json = (body: unknown): Response => answer(JSON.stringify(body));

/** Answer the requests of a first load from memory, so that only the device is measured. */
export function stubServer(pages: readonly string[], head: number): (path: string) => Promise<Response> {
  // A network delivers bytes; encoding them is the server's work.
  const bytes = pages.map((page) => new TextEncoder().encode(page));
  return async (path) => {
    const { pathname, searchParams } = new URL(path, location.origin);
    if (pathname === '/api/sync/devices')
      return json({
        deviceId: 'device-bench',
        offlineLetter: 'A',
        expectedN: 1,
        generation: GENERATION,
        offlineUntil: new Date(Date.now() + 3_600_000).toISOString(),
        labTimezone: 'UTC',
        leases: [],
      });
    if (pathname === '/api/sync/snapshot')
      return answer(bytes[Number(searchParams.get('after')?.split('|')[1] ?? 0)] ?? '');
    return json({ generation: GENERATION, cursor: head, head, more: false, documents: [], departed: [] });
  };
}
