import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity, HistoryWindow, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { type Hand, StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import type { OperationContext, RuleResult } from '#db/operation.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { CUSTODY_WINDOW, withinWindow } from '#db/records/events/history-window.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { markSampleFound, markSampleNotFound } from '#db/samples/custody/mark-sample-found.ts';
import { transferCustody } from '#db/samples/custody/transfer-custody.ts';
import { disposeSamples } from '#db/samples/disposing/dispose-samples.ts';
import { checkInSample, moveSample } from '#db/samples/placing/move-sample.ts';
import { moveSamples, undoMove } from '#db/samples/placing/move-samples.ts';
import { moveContainer } from '#db/storage/move-container.ts';
import { scanContainer } from '#db/storage/scan-container.ts';
import { takeStock } from '#db/storage/take-stock.ts';
import { deriveId } from '#db/values/id.ts';

const TUBES = ['T-1', 'T-2', 'T-3'];
const BOXES = ['box', 'box-13'];
const SLOTS = ['A1', 'A2', 'B1'];
const HOUR = 3_600_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);
const START = Date.parse('2026-08-01T00:00:00.000Z');

const KINDS = [
  'move',
  'in',
  'out',
  'hand',
  'bulk',
  'undo',
  'scan',
  'stock',
  'lost',
  'found',
  'dispose',
  'box',
  'decide',
] as const;
// What tubes go through every day, and rarely what ends them.
const WEIGHTS = [9, 6, 6, 2, 3, 2, 2, 1, 2, 2, 0.2, 2, 2];
const anyStep = fc.record({
  kind: fc.oneof(
    ...KINDS.map((kind, n) => ({ arbitrary: fc.constant(kind), weight: (WEIGHTS[n] ?? 1) * 10 })),
  ),
  isAnn: fc.boolean(),
  tube: fc.constantFrom(...TUBES),
  box: fc.constantFrom(...BOXES),
  slot: fc.constantFrom(...SLOTS, null),
  isTyped: fc.boolean(),
  isDisagreement: fc.boolean(),
  some: fc.shuffledSubarray(TUBES),
  hours: fc.integer({ min: 0, max: 9 }),
  late: fc.option(fc.integer({ min: 1, max: 72 }), { freq: 4 }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

function perform(
  bench: StorageBench,
  step: Step,
  n: number,
  occurredAt: string,
  context: Partial<OperationContext>,
): Promise<RuleResult> {
  const hand: Hand = step.isAnn ? bench.ann : bench.bob;
  const { tube: sampleId, box: containerId, slot: position, isTyped: typed } = step;
  const bulkId = `bulk-${n}`;
  // Nobody's device has a base here, which would be a look at the whole history for each step.
  for (const one of [bench.ann, bench.bob, bench.manager]) one.knownVersions = new Map();
  const at = { ...context, occurredAt, operationId: deriveId('01M87R4JZ2G66J13E5PE53KASK', n) };
  switch (step.kind) {
    case 'move':
      return bench.perform(
        hand,
        moveSample,
        { sampleId, containerId, position: position ?? 'A1', typed },
        '',
        at,
      );
    case 'in':
      return bench.perform(
        hand,
        checkInSample,
        { sampleId, containerId, position: position ?? 'A1', typed },
        '',
        at,
      );
    case 'out':
      return bench.perform(hand, checkOutSample, { sampleId, purpose: 'QC', typed }, '', at);
    case 'hand':
      return bench.perform(hand, transferCustody, { sampleId, toUserId: 'user-mia' }, '', at);
    case 'bulk': {
      const moves = step.some.map((id, index) => ({
        sampleId: id,
        containerId,
        position: SLOTS[index] ?? 'A1',
      }));
      return bench.perform(hand, moveSamples, { bulkId, moves }, '', at);
    }
    case 'undo': {
      // As the screen does: only what is younger than 48 hours.
      const since = new Date(Date.parse(occurredAt) - 47 * HOUR).toISOString();
      const moved = bench.world
        .all(event)
        .filter((one) => one.data['bulkId'] !== undefined && one.targetType === 'BulkAction');
      const last = moved.filter((one) => one.occurredAt > since && one.occurredAt <= occurredAt).at(-1);
      return bench.perform(
        hand,
        undoMove,
        { bulkId: String(last?.targetId ?? 'bulk-0'), sampleIds: TUBES },
        '',
        at,
      );
    }
    case 'scan': {
      const rows = SLOTS.map((slot, index) => {
        const barcode = step.some[index] ?? null;
        return { position: slot, barcode, read: barcode === null ? ('EMPTY' as const) : ('OK' as const) };
      });
      return bench.perform(hand, scanContainer, { containerId, bulkId, rows }, '', at);
    }
    case 'stock': {
      const foundTubes = step.some.map((barcode) => ({
        barcode,
        decision:
          bench.sample(barcode).storageLocationId === containerId
            ? ('HERE' as const)
            : ('ACCEPT_MOVE' as const),
      }));
      const missing = TUBES.filter((id) => !step.some.includes(id));
      return bench.perform(hand, takeStock, { containerId, bulkId, found: foundTubes, missing }, '', at);
    }
    case 'lost':
      return bench.perform(hand, markSampleNotFound, { sampleId }, '', at);
    case 'found':
      return bench.perform(hand, markSampleFound, { sampleId }, '', at);
    case 'dispose': {
      const end = { reason: 'Done', reviewerUserId: null, reviewerProof: null };
      return bench.perform(hand, disposeSamples, { bulkId, sampleIds: [sampleId], ...end }, '', at);
    }
    case 'box':
      return bench.perform(
        hand,
        moveContainer,
        { containerId, parentId: typed ? 'rack' : 'rack-5', position: 'A1' },
        '',
        at,
      );
    case 'decide': {
      const conflictId = bench.conflicts()[0]?.id ?? 'none';
      return bench.perform(
        bench.manager,
        resolveConflict,
        { conflictId, choice: typed ? 'KEEP_A' : 'KEEP_B', value: null },
        '',
        at,
      );
    }
  }
}

const outcomeOf = (verdict: Promise<RuleResult>): Promise<RuleResult> =>
  verdict.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
    return { outcome: 'REJECTED', code: error.code, message: error.message };
  });

const WINDOWS = new Map(
  event.replica && 'embedded' in event.replica
    ? event.replica.embedded.flatMap(({ when, window }) =>
        (when?.in ?? []).map((type) => [type, window] as const),
      )
    : [],
);

/** Return the events that the documents of devices have. */
function eventsOnDevices(
  events: readonly Row<typeof event>[],
  custody: HistoryWindow = CUSTODY_WINDOW,
): Row<typeof event>[] {
  const byRecord = new Map<string, Row<typeof event>[]>();
  for (const one of events) {
    const key = `${one.targetType}|${one.targetId}`;
    byRecord.set(key, [...(byRecord.get(key) ?? []), one]);
  }
  return [...byRecord.values()].flatMap((own) => {
    const type = own[0]?.targetType ?? '';
    const window = type === 'Sample' ? custody : WINDOWS.get(type);
    return window ? withinWindow(own, window) : own;
  });
}

/** Copy a bench as a device knows it: the same rows, and the given events. */
function deviceOf(bench: StorageBench, events: readonly Row<typeof event>[]): StorageBench {
  const copy = new StorageBench();
  for (const entity of CATALOGUE as readonly AnyEntity[])
    if (entity.name !== event.name) for (const row of bench.world.all(entity)) copy.world.putRow(entity, row);
  for (const row of events) copy.world.putRow(event, row);
  return copy;
}

const contentOf = (bench: StorageBench, known: ReadonlySet<string>): unknown =>
  (CATALOGUE as readonly AnyEntity[]).map((entity) =>
    bench.world.all(entity).filter((row) => entity.name !== event.name || !known.has(String(row['id']))),
  );

interface Difference {
  step: Step;
  full: unknown;
  cut: unknown;
}

/** Run a history, then operations of a device on all of it and on what documents have of it. */
async function compare(
  history: readonly Step[],
  probes: readonly Step[],
  custody?: HistoryWindow,
): Promise<{ differences: Difference[]; omittedCount: number }> {
  const bench = new StorageBench();
  for (const [n, id] of TUBES.entries())
    bench.tube(id, { storageLocationId: 'box', storagePosition: SLOTS[n] ?? null });
  let now = START;
  for (const [n, step] of history.entries()) {
    now += step.hours * HOUR;
    const occurredAt = new Date(now - (step.late ?? 0) * HOUR).toISOString();
    await outcomeOf(
      perform(bench, step, n, occurredAt, { changedSinceSeen: async () => step.isDisagreement }),
    );
  }
  const all = bench.world.all(event);
  const deviceEvents = eventsOnDevices(all, custody);
  const [full, cut] = [deviceOf(bench, all), deviceOf(bench, deviceEvents)];
  const known = new Set(all.map(({ id }) => id));
  const differences: Difference[] = [];
  const waiting = probes.map(({ late }) => now - (late ?? 0) * HOUR).sort((a, b) => a - b);
  for (const [n, step] of probes.entries()) {
    const occurredAt = new Date(waiting[n] ?? now).toISOString();
    const context = { replica: 'device' as const, changedSinceSeen: async () => false };
    const run = async (on: StorageBench) => {
      const verdict = await outcomeOf(perform(on, step, 1_000 + n, occurredAt, context));
      return { verdict, content: contentOf(on, known) };
    };
    const [first, second] = [await run(full), await run(cut)];
    if (JSON.stringify(first) !== JSON.stringify(second))
      differences.push({ step, full: first.verdict, cut: second.verdict });
  }
  return { differences, omittedCount: all.length - deviceEvents.length };
}

const histories = fc.array(anyStep, { minLength: 90, maxLength: 140, size: 'max' });
const probes = fc.array(anyStep, { minLength: 4, maxLength: 8 });

describe('the events of documents', () => {
  test('give every operation of a device the outcome of the whole history', async () => {
    let omittedCount = 0;
    const runs = fc.sample(fc.tuple(histories, probes), { numRuns: 24, seed: SEED });
    for (const [n, [history, waiting]] of runs.entries()) {
      const compared = await compare(history, waiting);
      omittedCount += compared.omittedCount;
      expect({ run: n, differences: compared.differences }).toEqual({ run: n, differences: [] });
    }
    expect(omittedCount).toBeGreaterThan(200);
  }, 120_000);

  test('without what a replay begins from, or without late overrides, would give others', async () => {
    const { replayFrom: _, ...noReplay } = { ...CUSTODY_WINDOW, newest: 1, hours: 0, keep: [] };
    let differing = 0;
    for (const [history, waiting] of fc.sample(fc.tuple(histories, probes), { numRuns: 4, seed: SEED }))
      differing += (await compare(history, waiting, noReplay)).differences.length;
    expect(differing).toBeGreaterThan(0);
  }, 60_000);
});
