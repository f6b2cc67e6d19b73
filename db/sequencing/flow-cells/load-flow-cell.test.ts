import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import {
  ANN_THERE,
  at,
  BOB_THERE,
  buildLoadingWorld,
  CELL,
  load,
} from '#db/factories/benches/loading-bench.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import {
  buildFlowCell,
  buildFlowCellUse,
  buildPoolMember,
  buildSequencer,
} from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { sample } from '#db/samples/sample.ts';
import { poolMember } from '../pools/pool-member.ts';
import { sequencer } from '../sequencers/sequencer.ts';
import { checkFlowCell } from './check-flow-cell.ts';
import { flowCell } from './flow-cell.ts';
import { flowCellUse } from './flow-cell-use.ts';
import { washFlowCell } from './wash-flow-cell.ts';

const uses = (world: MemoryWorld) => world.all(flowCellUse);
const volumeOf = (world: MemoryWorld, id: string) => world.one(sample, id)?.remainingVolume;

/** Put a pool of the first libraries into the world. */
function putPool(world: MemoryWorld, members: readonly string[] = ['s1', 's2']): void {
  world.putRow(
    sample,
    buildSample({
      id: 'pool-1',
      specimenId: null,
      sampleKind: 'POOL',
      status: 'IN_STORAGE',
      barcode: 'W26325-S01-P1',
      remainingVolume: '40',
      extractedConcentration: '20',
      fragmentLength: 10_000,
    }),
  );
  for (const sampleId of members) world.putRow(poolMember, buildPoolMember({ sampleId, batchId: 'seq-1' }));
}

describe('a loading', () => {
  test('keeps the library, position, volume and amount, and draws the volume', async () => {
    const world = buildLoadingWorld();
    expect((await load(world)).outcome).toBe('APPLIED');
    expect(uses(world)).toMatchObject([
      {
        cellId: CELL,
        positionName: '1B',
        loadedSampleId: 's1',
        samples: [{ sampleId: 's1', dnaBarcode: 'NB01' }],
        loadedVolume: '12',
        loadedAmount: '36.36',
        loadedById: 'ann',
        endedAt: null,
      },
    ]);
    expect(world.one(flowCell, CELL)).toMatchObject({ useCount: 1, barcodesUsed: ['NB01'] });
    expect(volumeOf(world, 's1')).toBe('38');
  });

  test('of a pool brings its members and draws from the pool alone', async () => {
    const world = buildLoadingWorld();
    putPool(world);
    await load(world, { sampleId: 'pool-1', volume: '32' });
    expect(uses(world)[0]?.samples.map(({ sampleId }) => sampleId)).toEqual(['s1', 's2']);
    expect(['pool-1', 's1', 's2'].map((id) => volumeOf(world, id))).toEqual(['8', '50', '50']);
    expect(world.one(flowCell, CELL)?.barcodesUsed).toEqual(['NB01', 'NB02']);
  });

  test.each([
    ['more than the tube holds', { volume: '51' }, 'Only 50 µL are left in W26325-0001-01.'],
    ['nothing', { volume: '0' }, 'Please fix the form errors'],
    ['a position that the sequencer lacks', { positionName: 'X1' }, 'has no position X1'],
    ['a sequencer that is not known', { sequencerId: 'p25' }, 'is not known'],
  ])('refuses %s', async (_, changes, text) => {
    await expect(load(buildLoadingWorld(), changes)).rejects.toThrow(text);
  });

  test.each([
    ['OFFLINE', 'Offline'],
    ['MAINTENANCE', 'Maintenance'],
    ['RETIRED', 'Retired'],
  ] as const)('refuses a sequencer that is %s', async (status, text) => {
    const world = buildLoadingWorld();
    world.putRow(sequencer, buildSequencer({ id: 'p24', status }));
    await expect(load(world)).rejects.toThrow(
      `has the status ${text}. Only an active sequencer may start a run.`,
    );
  });

  test.each([
    ['that does not fit', { productCode: 'FLO-MIN114' }, 'does not fit the PromethION positions'],
    ['without a check', { checkedAt: null }, 'was not checked. Count its pores first.'],
    ['that was returned', { returnedAt: '2026-11-20T10:00:00.000Z', returnReason: 'Old' }, 'was returned'],
  ])('refuses a flow cell %s', async (_, changes, text) => {
    const world = buildLoadingWorld();
    world.putRow(flowCell, buildFlowCell(changes));
    await expect(load(world)).rejects.toThrow(text);
  });

  test.each([
    ['of another type', { type: 'EXTRACTION' }, 'is not a sequencing batch'],
    ['that did not start', { status: 'NOT_STARTED' }, 'is not in progress'],
  ] as const)('refuses a batch %s', async (_, changes, text) => {
    const world = buildLoadingWorld();
    const row = world.one(batch, 'seq-1');
    if (row) world.putRow(batch, { ...row, ...changes });
    await expect(load(world)).rejects.toThrow(text);
  });

  test('refuses a tube of another batch, and a library that failed', async () => {
    const world = buildLoadingWorld();
    const rows = ['s1', 's2'].flatMap((id) => world.one(sample, id) ?? []);
    for (const row of rows)
      world.putRow(
        sample,
        row.id === 's1' ? { ...row, batchId: 'batch-2' } : { ...row, status: 'FAILED_QC' },
      );
    await expect(load(world)).rejects.toThrow('W26325-0001-01 is not in batch W26325-S01');
    await expect(load(world, { sampleId: 's2' })).rejects.toThrow('No sample in this tube is in progress');
  });

  test('refuses a pool with one barcode twice, or without one', async () => {
    const world = buildLoadingWorld();
    putPool(world);
    const [first] = world.all(sample);
    if (first) world.putRow(sample, { ...first, dnaBarcode: 'NB02' });
    const pooled = { sampleId: 'pool-1' };
    await expect(load(world, pooled)).rejects.toThrow('Barcode NB02 is used twice on this flow cell.');
    if (first) world.putRow(sample, { ...first, dnaBarcode: null });
    await expect(load(world, pooled)).rejects.toThrow('Without one: W26325-0001-01.');
  });

  test('warns of pores that were counted long ago', async () => {
    const world = buildLoadingWorld();
    world.putRow(flowCell, buildFlowCell({ checkedAt: '2026-11-05T10:00:00.000Z' }));
    expect(await load(world)).toMatchObject({ message: expect.stringContaining('counted 16 days ago') });
  });
});

describe('a barcode that was read on the flow cell before', () => {
  function putEarlierUse(world: MemoryWorld, dnaBarcode: string | null = 'barcode01'): void {
    const samples = [{ sampleId: 'old', dnaBarcode }];
    world.putRow(
      flowCellUse,
      buildFlowCellUse({
        samples,
        loadedAt: '2026-11-18T09:00:00.000Z',
        endedAt: '2026-11-19T09:00:00.000Z',
      }),
    );
    const barcodesUsed = dnaBarcode === null ? [] : [dnaBarcode];
    const washedAt = '2026-11-19T10:00:00.000Z';
    world.putRow(flowCell, buildFlowCell({ useCount: 1, barcodesUsed, washedAt }));
  }
  const TEXT = 'Barcode NB01 was used on this flow cell on 2026-11-18.';

  test('needs a reason, which is kept', async () => {
    const world = buildLoadingWorld();
    putEarlierUse(world);
    await expect(load(world)).rejects.toThrow(`${TEXT} Give a reason to load it anyway.`);
    const result = await load(world, { overrideReason: 'The same specimen again' });
    expect(result).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', message: TEXT });
    expect(uses(world).find(({ endedAt }) => endedAt === null)?.overrideReason).toBe(
      'The same specimen again',
    );
    expect(world.one(flowCell, CELL)).toMatchObject({ useCount: 2, barcodesUsed: ['NB01'] });
  });

  test('does not concern another barcode', async () => {
    const world = buildLoadingWorld();
    putEarlierUse(world);
    expect((await load(world, { sampleId: 's2' })).outcome).toBe('APPLIED');
  });

  test('may be any for a library without one', async () => {
    const world = buildLoadingWorld();
    putEarlierUse(world, null);
    const [first] = world.all(sample);
    if (first) world.putRow(sample, { ...first, dnaBarcode: null });
    await expect(load(world)).rejects.toThrow('was used on 2026-11-18, and W26325-0001-01 has no barcode.');
  });

  test('is one warning beside that of a missing wash', async () => {
    const world = buildLoadingWorld();
    putEarlierUse(world);
    const cell = world.one(flowCell, CELL);
    if (cell) world.putRow(flowCell, { ...cell, washedAt: null });
    const result = await load(world, { sampleId: 's2' });
    expect(result.message).toBe('Flow cell PAO99309 was not washed after its last use.');
  });
});

describe('two people offline', () => {
  test.each([
    [
      'the flow cell',
      { positionName: '1C' },
      'Flow cell PAO99309 is in use at 1B since 2026-11-21 10:00 by Ann.',
    ],
    [
      'the position',
      { cellId: buildFlowCell({ flowCellId: 'PBE19507' }).id },
      'Position 1B of PromethION 24 is in use since 2026-11-21 10:00 by Ann.',
    ],
  ])('cannot both load %s: the second is refused with the name of the first', async (_, changes, text) => {
    const world = buildLoadingWorld();
    world.putRow(flowCell, buildFlowCell({ flowCellId: 'PBE19507' }));
    await load(world, {}, at('10:00'));
    const second = load(world, { sampleId: 's2', ...changes }, at('10:05', BOB_THERE));
    await expect(second).rejects.toThrow(text);
    expect(volumeOf(world, 's2')).toBe('50');
  });

  test.each([[['load', 'wash']], [['wash', 'load']]])(
    'end a use by a wash after it, whether it arrives as %s',
    async (order) => {
      const world = buildLoadingWorld();
      const washed = { ...at('12:00', BOB_THERE), changedSinceSeen: async () => true };
      for (const one of order)
        if (one === 'load') await load(world, {}, at('11:00', ANN_THERE));
        else await runRule(world, washFlowCell, { cellId: CELL }, washed);
      expect(uses(world).map(({ endedAt }) => endedAt)).toEqual(['2026-11-21T12:00:00.000Z']);
    },
  );

  test.each([[['load', 'check']], [['check', 'load']]])(
    'open no claim on a cell that was loaded before its check, whether it arrives as %s',
    async (order) => {
      const world = buildLoadingWorld();
      const checked = { ...at('12:00', BOB_THERE), changedSinceSeen: async () => true };
      for (const one of order)
        if (one === 'load') await load(world, {}, at('11:00', ANN_THERE));
        else await runRule(world, checkFlowCell, { cellId: CELL, pores: 900 }, checked);
      expect(world.one(flowCell, CELL)).toMatchObject({ warrantyClaim: 'NONE', claimedAt: null });
    },
  );
});
