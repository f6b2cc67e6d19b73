import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext, warned } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { occupantOf } from '#db/storage/place-problem.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { holdsPositions } from '#db/storage/storage-type.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type BeforeBulk, BULK_ACTION, beforeBulk, UNDO_HOURS } from './bulk-action.ts';
import { placeText } from './custody-chain.ts';
import { frozenProblem } from './disposal-bar.ts';
import { mirrorPlace, placeNow } from './place-samples.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';

/**
 * Takes a bulk move back: samples that nobody has touched since return to where they were; the others are named.
 * `sampleIds` let a device, which does not carry the act's own event, find the samples.
 */
export const undoMove = defineOperation({
  name: 'undo-move',
  version: 1,
  kind: 'intent',
  title: 'Undo move',
  grant: 'lab/specimens/move:update',
  args: z.strictObject({ bulkId: Id, sampleIds: z.array(Id).max(1_000).default([]) }),
  subjects: (args) => [...new Set(args.sampleIds)],
  async run(tx, args, context) {
    const parts = await partsOf(tx, args.bulkId, args.sampleIds);
    const marks = await tx.find(event, { targetId: args.bulkId });
    if (marks.some((one) => one.data['undoOf'] === args.bulkId))
      return merged('ALREADY_UNDONE', 'This move was already undone.');
    if (parts.length === 0) throw refuse('NOTHING_TO_UNDO', 'Nothing of this move is left to undo.');
    for (const { before } of parts) requireRecent(before, context);
    const { free, kept } = await sortParts(tx, parts);
    const restored: Sample[] = [];
    for (const part of free) restored.push(await putBack(tx, context, part, args.bulkId));
    await recordEvent(tx, context, {
      type: 'SAMPLE_MOVED',
      targetType: BULK_ACTION,
      targetId: args.bulkId,
      data: {
        undoOf: args.bulkId,
        restored: restored.map((sample) => sample.id),
        kept,
        by: context.actor.name,
      },
    });
    if (kept.length === 0) return applied;
    return warned(
      'CHANGED_SINCE',
      `${restored.length} of ${parts.length} put back. Not put back: ${kept.join(', ')}.`,
    );
  },
});

interface Part {
  sample: Sample;
  before: BeforeBulk;
}

async function partsOf(tx: Transaction, bulkId: string, given: readonly string[]): Promise<Part[]> {
  const marks = await tx.find(event, { targetId: bulkId });
  const named = marks.flatMap((one) => (Array.isArray(one.data['sampleIds']) ? one.data['sampleIds'] : []));
  const ids = new Set([...given, ...named.filter((id) => typeof id === 'string')]);
  const parts: Part[] = [];
  for (const id of [...ids].sort()) {
    const sample = await tx.get(sampleEntity, id);
    const before = sample ? beforeBulk(await tx.find(event, { targetId: id }), bulkId) : null;
    if (sample && before) parts.push({ sample, before });
  }
  return parts;
}

function requireRecent(before: BeforeBulk, context: OperationContext): void {
  const age = Date.parse(context.occurredAt) - Date.parse(before.occurredAt);
  if (age > UNDO_HOURS * 3_600_000) throw refuse('TOO_LATE', `A move can be undone for ${UNDO_HOURS} hours.`);
}

// A sample that stays may keep another from returning, so the parts are judged until nothing changes any more.
async function sortParts(tx: Transaction, parts: readonly Part[]): Promise<{ free: Part[]; kept: string[] }> {
  const kept: string[] = [];
  let free = [...parts];
  for (let before = -1; before !== free.length; ) {
    before = free.length;
    const leaving = new Set(free.map((part) => part.sample.id));
    const next: Part[] = [];
    for (const part of free) {
      const reason = await whyKept(tx, part, leaving);
      if (reason) kept.push(reason);
      else next.push(part);
    }
    free = next;
  }
  return { free, kept };
}

async function whyKept(tx: Transaction, part: Part, leaving: ReadonlySet<string>): Promise<string | null> {
  const { sample, before } = part;
  const kept = (reason: string): string => `${sample.barcode} (${reason})`;
  if (!before.untouched) return kept('changed since');
  if (await frozenProblem(tx, sample.id, sample.barcode)) return kept('frozen');
  const { containerId, position } = before.from;
  if (containerId === null) return null;
  const container = await tx.get(storageManagement, containerId);
  if (!container || container.status === 'RETIRED') return kept(`${placeText(before.from)} is retired`);
  const stored = await tx.find(sampleEntity, { storageLocationId: containerId });
  const others = stored.filter((one) => !leaving.has(one.id));
  return occupantOf(others, position, sample.id) ? kept(`${placeText(before.from)} is occupied`) : null;
}

async function putBack(
  tx: Transaction,
  context: OperationContext,
  part: Part,
  bulkId: string,
): Promise<Sample> {
  const { sample, before } = part;
  const { containerId, position } = before.from;
  const container = containerId === null ? undefined : await tx.get(storageManagement, containerId);
  await recordEvent(tx, context, {
    type: 'SAMPLE_MOVED',
    targetType: 'Sample',
    targetId: sample.id,
    data: {
      from: await placeNow(tx, sample),
      to: { ...before.from },
      by: context.actor.name,
      undoOf: bulkId,
    },
  });
  const back = await tx.patch(sampleEntity, sample.id, {
    storageLocationId: containerId,
    storagePosition: position,
    positionConflict: container !== undefined && holdsPositions(container.type) && position === null,
  });
  await mirrorPlace(tx, back);
  return back;
}
