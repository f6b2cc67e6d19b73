import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import {
  type Actor,
  type ArgsByName,
  applied,
  conflicted,
  defineOperation,
  type OperationDefinition,
} from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import { Id } from '#db/values/id.ts';
import type { Send } from '#pwa/replica/sync/sync-api.ts';
import { ModelServer } from './model-server.ts';

// Three small operations with the three shapes that matter to a replica: a fact that can conflict, an intent
// that can be refused, and a counter that shows whether an operation ran twice.

const place = defineOperation({
  name: 'place-tube',
  version: 1,
  kind: 'fact',
  title: 'Place tube',
  grant: 'lab/samples:update',
  args: z.strictObject({ sampleId: Id, containerId: Id, position: z.string() }),
  subjects: ({ sampleId }) => [sampleId],
  async run(tx, args, context) {
    const inBox = await tx.find(sample, { storageLocationId: args.containerId });
    const isOccupied = inBox.some(
      (other) => other.id !== args.sampleId && other.storagePosition === args.position,
    );
    await tx.patch(sample, args.sampleId, {
      storageLocationId: args.containerId,
      storagePosition: isOccupied ? null : args.position,
      positionConflict: isOccupied,
    });
    await recordEvent(tx, context, {
      type: 'SAMPLE_MOVED',
      targetType: 'Sample',
      targetId: args.sampleId,
      data: { to: args.containerId, position: args.position },
    });
    return isOccupied ? conflicted('SLOT_OCCUPIED', `Rescan ${args.containerId}.`) : applied;
  },
});

const claim = defineOperation({
  name: 'claim-tube',
  version: 1,
  kind: 'intent',
  title: 'Claim tube',
  grant: 'lab/samples:update',
  args: z.strictObject({ sampleId: Id }),
  subjects: ({ sampleId }) => [sampleId],
  async run(tx, args, context) {
    const row = await tx.get(sample, args.sampleId);
    if (!row) throw refuse('NOT_FOUND', 'Not found.');
    if (row.custodianUserId !== null && row.custodianUserId !== context.actor.userId) {
      throw refuse('CLAIMED', 'Somebody else has this tube.');
    }
    await tx.patch(sample, args.sampleId, { custodianUserId: context.actor.userId });
    return applied;
  },
});

const count = defineOperation({
  name: 'count-tube',
  version: 1,
  kind: 'fact',
  title: 'Count tube',
  grant: 'lab/samples:update',
  args: z.strictObject({ sampleId: Id }),
  subjects: ({ sampleId }) => [sampleId],
  async run(tx, args, context) {
    const row = await tx.get(sample, args.sampleId);
    if (!row) throw refuse('NOT_FOUND', 'Not found.');
    await tx.patch(sample, args.sampleId, { attempt: row.attempt + 1 });
    await recordEvent(tx, context, {
      type: 'SAMPLE_STATUS_CHANGED',
      targetType: 'Sample',
      targetId: args.sampleId,
    });
    return applied;
  },
});

const TEST_OPERATIONS = [place, claim, count] as const;

/** The arguments of these operations, by their names. */
export type TestArgs = ArgsByName<typeof TEST_OPERATIONS>;

const OPERATION_BY_NAME = new Map<string, OperationDefinition>(TEST_OPERATIONS.map((one) => [one.name, one]));

/** The operations of these tests by name. */
export const findBenchOperation = (name: string): OperationDefinition | undefined =>
  OPERATION_BY_NAME.get(name);

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
