import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import {
  type ArgsByName,
  applied,
  conflicted,
  defineOperation,
  type OperationDefinition,
} from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import { Id } from '#db/values/id.ts';

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
