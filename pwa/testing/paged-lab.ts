import { buildSample } from '#db/factories/build-sample.ts';
import type { Actor } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import type { Send } from '#pwa/replica/sync-api.ts';
import { findBenchOperation } from './bench-operations.ts';
import { ModelServer } from './model-server.ts';

/** A lab with this many tubes, each in a separate revision; `put` writes one again. */
export function labWithTubes(tubes: number) {
  const server = new ModelServer(findBenchOperation);
  const putTube = (k: number, attempt: number) => {
    server.world.putRow(sample, buildSample({ id: `tube-${k}`, barcode: `TUBE-${k}`, attempt }));
    server.commit();
  };
  for (let k = 0; k < tubes; k += 1) putTube(k, 1);
  return { server, put: putTube };
}

/** The expected final documents of a device, in order. */
export const comparable = (server: ModelServer) =>
  server
    .alive()
    .map(({ collection, id, kind, rev, body }) => ({ collection, id, kind, rev, body }))
    .sort((a, b) => (`${a.collection}|${a.id}` < `${b.collection}|${b.id}` ? -1 : 1));

/** A connection that records every request and may delay it. */
export function notedLine(server: ModelServer, actor: Actor) {
  const through = server.sendAs(actor);
  const line = { asked: [] as string[], hold: async (_path: string): Promise<void> => undefined };
  const send: Send = async (path, init) => {
    line.asked.push(path);
    await line.hold(path);
    return through(path, init);
  };
  return { line, send };
}

/** The cursors of the requests to the feed. */
export const requestedCursors = (requests: readonly string[]): number[] =>
  requests
    .filter((path) => path.startsWith('/api/sync/feed'))
    .map((path) => Number(new URL(path, 'http://model.invalid').searchParams.get('cursor')));
