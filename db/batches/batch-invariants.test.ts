import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { ANN, BOB, buildBatchWorld, hashOf, LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { applied, type OperationContext, type RuleResult } from '#db/operation.ts';
import { field } from '#db/protocols/field.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { signSection } from '#db/protocols/signing/sign-section.ts';
import { currentValues } from '#db/protocols/values/current-values.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { correctFieldValue, recordFieldValue } from '#db/protocols/values/record-field-value.ts';
import { CONFLICT_CHOICES } from '#db/records/conflicts/conflict-kind.ts';
import { conflictKindNamed } from '#db/records/conflicts/conflict-kinds.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { batch } from './batch.ts';
import { cancelBatch } from './cancel-batch.ts';
import { swapWells } from './layout/move-wells.ts';
import { placeSample } from './layout/place-sample.ts';
import { unplaceSample } from './layout/unplace-sample.ts';
import { moveBatchToVersion } from './move-to-version.ts';
import { resetBatch } from './reset-batch.ts';
import { startBatch } from './starting/start-batch.ts';

type BatchAction = (world: MemoryWorld, context: Partial<OperationContext>) => Promise<RuleResult>;

const batchId = fc.constantFrom('batch-1', 'batch-2');
const sampleId = fc.constantFrom('s1', 's2', 's3', 's4');
const WELLS = ['A1', 'B1', 'C1', 'A2'];
const well = fc.constantFrom(...WELLS);
const batchActions: fc.Arbitrary<BatchAction> = fc.oneof(
  fc.record({ batchId, sampleId, plateLocation: well }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, placeSample, args, by),
  ),
  fc.record({ batchId, sampleId }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, unplaceSample, args, by),
  ),
  fc.record({ batchId, from: well, to: well }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, swapWells, args, by),
  ),
  fc.record({ batchId }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, startBatch, args, by),
  ),
  fc.record({ batchId, ids: fc.uniqueArray(sampleId, { minLength: 1 }), first: fc.nat(3) }).map(
    ({ ids, first, ...args }): BatchAction =>
      (world, by) => {
        const layout = ids.map((one, n) => ({ sampleId: one, wellLocation: WELLS[(first + n) % 4] ?? 'A1' }));
        return runRule(world, startBatch, { ...args, layout }, by);
      },
  ),
  fc.record({ nth: fc.nat(5), choice: fc.constantFrom(...CONFLICT_CHOICES) }).map(
    ({ nth, choice }): BatchAction =>
      async (world) => {
        const open = world.all(syncConflict).filter((one) => one.status === 'OPEN');
        const one = open[nth % Math.max(open.length, 1)];
        const isOffered = one && conflictKindNamed(one.kind)?.labels[choice] !== undefined;
        if (!isOffered) return applied;
        const value = choice === 'ENTER_VALUE' ? 'H12' : null;
        const result = runRule(world, resolveConflict, { conflictId: one.id, choice, value }, { actor: LEA });
        // Every offered choice must be applicable; only a well that a person enters may be taken.
        return result.catch((error: unknown) => {
          if (choice === 'ENTER_VALUE' && one.kind === 'WELL_TAKEN') return applied;
          throw new Error(`${one.kind} ${choice}: ${String(error)}`);
        });
      },
  ),
  fc.record({ batchId }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, cancelBatch, { ...args, reason: 'x' }, by),
  ),
  fc.record({ batchId }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, resetBatch, { ...args, reason: 'x' }, by),
  ),
  fc.record({ sampleId }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, failSample, { ...args, failureReason: 'INVENTORY_ISSUE', failureNotes: null }, by),
  ),
  fc.record({ sampleId }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, requeueSample, args, by),
  ),
  fc.record({ batchId, procedureId: fc.constantFrom('version-2', 'procedure-extraction') }).map(
    (args): BatchAction =>
      (world, by) =>
        runRule(world, moveBatchToVersion, args, by),
  ),
);
const contexts = fc.record({
  actor: fc.constantFrom(ANN, BOB, LEA),
  replica: fc.constantFrom('server' as const, 'device' as const),
  unseen: fc.boolean(),
});

async function attempt(
  action: BatchAction,
  world: MemoryWorld,
  context: Partial<OperationContext>,
): Promise<void> {
  try {
    await action(world, context);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
  }
}

/** Check that a batch has the version of its last move, or the one that it was created with. */
function expectPinnedVersions(world: MemoryWorld): void {
  for (const { id, procedureId } of world.all(batch)) {
    const moves = world
      .all(event)
      .filter(({ type, targetId }) => type === 'BATCH_PROCEDURE_CHANGED' && targetId === id);
    expect(procedureId).toBe(moves.at(-1)?.data['procedureId'] ?? 'procedure-extraction');
  }
}

/**
 * Returns the volume that a sample's tube gave and did not get back: none in the queue, its input while in
 * work.
 */
function drawnFor(world: MemoryWorld, row: Sample): Decimal {
  const booked = world.all(event).filter((one) => one.data['drawnFor'] === row.id);
  return booked.reduce((sum, one) => sum.minus(String(one.data['delta'])), new Decimal(0));
}

const totalVolume = (world: MemoryWorld): Decimal =>
  world.all(sample).reduce((sum, row) => sum.plus(row.remainingVolume ?? '0'), new Decimal(0));

test('any operations on two batches keep one sample per well, the version of the last move, and all volumes balanced', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(batchActions, contexts), { minLength: 1, maxLength: 40 }),
      async (steps) => {
        const world = buildBatchWorld({
          samples: 4,
          sample: { remainingVolume: '450', initialVolume: '450' },
        });
        const activatedAt = '2026-11-20T08:00:00.000Z';
        world.putRow(procedure, buildProcedure({ id: 'version-2', procedureVersion: 2, activatedAt }));
        for (const [action, { unseen: isConcurrent, ...by }] of steps) {
          const isLate = isConcurrent && by.replica === 'server';
          const freshness = { base: { 'batch-1': 1, 'batch-2': 1 }, changedSinceSeen: async () => isLate };
          await attempt(action, world, { ...by, ...freshness });
          expectPinnedVersions(world);
          const rows = world.all(sample);
          const wells = rows.flatMap((row) =>
            row.batchId !== null && row.plateLocation !== null ? [`${row.batchId} ${row.plateLocation}`] : [],
          );
          expect(new Set(wells).size).toBe(wells.length);
          expect(rows.filter((row) => row.status === 'IN_QUEUE' && row.batchId !== null)).toEqual([]);
          expect(rows.filter((row) => row.status === 'BATCH_ASSIGNED' && row.batchId === null)).toEqual([]);
          expect(rows.every((row) => Number(row.remainingVolume ?? '0') >= 0)).toBe(true);
          expect(totalVolume(world).lessThanOrEqualTo(4 * 450)).toBe(true);
          expect(new Set(rows.map((row) => row.barcode)).size).toBe(rows.length);
          for (const row of rows.filter((one) => !one.flaggedForReview)) {
            if (row.status === 'IN_QUEUE') expect(drawnFor(world, row).toFixed()).toBe('0');
            if (row.status === 'IN_PROGRESS') expect(drawnFor(world, row).toNumber()).toBe(200);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

const values = fc.record({
  value: fc.integer({ min: 10, max: 90 }).map(String),
  actor: fc.constantFrom(ANN, BOB),
  minute: fc.integer({ min: 10, max: 59 }),
  reason: fc.boolean(),
});

test('signed values never change, whatever arrives afterwards, and no arriving value is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 10 }), async (isLate) => {
      const world = buildBatchWorld({ samples: 1 });
      await runRule(
        world,
        placeSample,
        { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' },
        { actor: ANN },
      );
      const args = {
        assignedSectionId: 'batch-1-lysis',
        fieldId: 'temperature',
        sampleId: null,
        inputMethod: 'TYPED' as const,
      };
      await runRule(world, recordFieldValue, { ...args, value: '56' }, { actor: ANN });
      const contentHash = await hashOf(world, 'batch-1-lysis');
      const signing = {
        assignedSectionId: 'batch-1-lysis',
        contentHash,
        proof: 'p',
        printedName: 'Ann',
        meaning: 'Performed by',
      };
      await runRule(world, signSection, signing, { actor: ANN });
      for (const { value, actor, minute, reason } of isLate) {
        const context = { actor, occurredAt: `2026-11-21T09:${minute}:00.000Z` };
        const result = reason
          ? await runRule(world, correctFieldValue, { ...args, value, changeReason: 'misread' }, context)
          : await runRule(world, recordFieldValue, { ...args, value }, context);
        expect(result.outcome).toBe('REJECTED');
      }
      expect(await hashOf(world, 'batch-1-lysis')).toBe(contentHash);
      const current = [...currentValues(world.all(fieldValue), world.all(field)).values()];
      expect(current.map((one) => [one.current.value, one.witnesses.length, one.differing.length])).toEqual([
        ['56', 0, 0],
      ]);
      expect(world.all(fieldValue).filter((one) => one.late)).toHaveLength(isLate.length);
    }),
    { numRuns: 40 },
  );
});
