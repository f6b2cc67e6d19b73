import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { settleVolumes } from '#db/batches/batch-outputs.ts';
import { drawInput, returnInput } from '#db/batches/batch-volume.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { ANN_THERE, BOB_THERE, buildLoadingWorld, load } from '#db/factories/benches/loading-bench.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { makePool } from './make-pool.ts';
import { planPool } from './plan-pool.ts';
import { poolMember } from './pool-member.ts';

const TWO = [
  { sampleId: 's1', volume: '15' },
  { sampleId: 's2', volume: '5', dilution: 2 },
];
const pool = (world: MemoryWorld, changes: object = {}, context: Partial<OperationContext> = ANN_THERE) =>
  runRule(world, makePool, { batchId: 'seq-1', members: TWO, ...changes }, context);
const pools = (world: MemoryWorld) => world.all(sample).filter(({ sampleKind }) => sampleKind === 'POOL');
const volumes = (world: MemoryWorld, ids = ['s1', 's2']) =>
  ids.map((id) => world.one(sample, id)?.remainingVolume);
function change(world: MemoryWorld, id: string, changes: Partial<Sample>): void {
  const row = world.one(sample, id);
  if (row) world.putRow(sample, { ...row, ...changes });
}

/** Run a step on the rows of the batch, as the operations of the batch do. */
async function onBatch<T>(
  world: MemoryWorld,
  step: (tx: Transaction, context: OperationContext, rows: Rows) => Promise<T>,
): Promise<T> {
  const [of, method] = [world.one(batch, 'seq-1'), world.one(procedure, 'procedure-extraction')];
  const library = world.one(sample, 's1');
  if (!of || !method || !library) throw new Error('The batch is missing.');
  const context = buildContext();
  const stamp = { at: context.occurredAt, userId: ANN.userId, entity: 'WBL' };
  return world.transaction(stamp, (tx) => step(tx, context, { of, method, library }));
}
interface Rows {
  of: NonNullable<ReturnType<typeof batchOf>>;
  method: NonNullable<ReturnType<typeof methodOf>>;
  library: Sample;
}
const batchOf = (world: MemoryWorld) => world.one(batch, 'seq-1');
const methodOf = (world: MemoryWorld) => world.one(procedure, 'procedure-extraction');
const start = (world: MemoryWorld) =>
  onBatch(world, (tx, context, { of, method, library }) => drawInput(tx, context, of, method, library));

describe('a pool', () => {
  test('is a sample without a specimen, with the mixture of its members', async () => {
    const world = buildLoadingWorld();
    change(world, 's2', { fragmentLength: 5000 });
    expect((await pool(world)).outcome).toBe('APPLIED');
    expect(pools(world)).toMatchObject([
      {
        specimenId: null,
        batchId: null,
        barcode: 'W26325-S01-P1',
        status: 'IN_STORAGE',
        initialVolume: '20',
        remainingVolume: '20',
        extractedConcentration: '17.5',
        fragmentLength: 8750,
      },
    ]);
    const members = world.all(poolMember).map(({ sampleId, volume, amount }) => [sampleId, volume, amount]);
    expect(members.sort()).toEqual([
      ['s1', '15', '45.4545'],
      ['s2', '2.5', '15.1515'],
    ]);
    expect(world.one(sample, 's1')).toMatchObject({ batchId: 'seq-1', plateLocation: 'A1' });
  });

  test('has no concentration when that of one member is unknown', async () => {
    const world = buildLoadingWorld();
    change(world, 's2', { extractedConcentration: null });
    await pool(world);
    expect(pools(world)).toMatchObject([{ extractedConcentration: null, fragmentLength: null }]);
  });

  test('is numbered in its batch, on each device with its letter', async () => {
    const world = buildLoadingWorld();
    change(world, 's1', { remainingVolume: '500' });
    await pool(world);
    await pool(world);
    await pool(world, { suffixLetter: 'A' });
    await pool(world, { suffixLetter: 'B' }, BOB_THERE);
    await pool(world, { suffixLetter: 'B' }, BOB_THERE);
    const names = pools(world).map(({ barcode }) => barcode.slice('W26325-S01-'.length));
    expect(names.sort()).toEqual(['P1', 'P2', 'PA1', 'PB1', 'PB2']);
  });

  test.each([
    ['a library of another batch', { batchId: 'batch-2' }, {}, 'W26325-0001-01 is not in batch W26325-S01.'],
    ['a library that failed', { status: 'FAILED_QC' }, {}, 'is not in progress. Leave it out of the pool.'],
    ['a library without a barcode', { dnaBarcode: null }, {}, 'Without one: W26325-0001-01.'],
    ['one barcode twice', { dnaBarcode: 'NB02' }, {}, 'Barcode NB02 is used twice on this flow cell.'],
    ['one library twice', {}, { members: [TWO[0], TWO[0]] }, 'is in the pool twice'],
    ['more than there is', { remainingVolume: '14' }, {}, 'Only 14 µL are left in W26325-0001-01.'],
    [
      'barcodes that the kit does not have',
      {},
      { kits: ['exp-nbd114'] },
      'Barcode NB01 of W26325-0001-01: EXP-NBD114 has 13 to 24.',
    ],
  ] as const)('refuses %s', async (_, own, changes, text) => {
    const world = buildLoadingWorld();
    change(world, 's1', own);
    await expect(pool(world, changes)).rejects.toThrow(text);
    expect(pools(world)).toEqual([]);
  });

  test('accepts the barcodes of two kits, and kits that are not known', async () => {
    const world = buildLoadingWorld();
    change(world, 's2', { dnaBarcode: 'NB13' });
    await pool(world, { kits: ['EXP-NBD104', 'EXP-NBD114'] });
    await pool(world, { kits: ['EXP-NBD104', 'OWN-KIT'] });
    expect(pools(world)).toHaveLength(2);
  });

  test.each([
    ['of another type', { type: 'EXTRACTION' }, 'is not a sequencing batch'],
    ['that did not start', { status: 'NOT_STARTED' }, 'is not in progress'],
  ] as const)('refuses a batch %s', async (_, changes, text) => {
    const world = buildLoadingWorld();
    const row = batchOf(world);
    if (row) world.putRow(batch, { ...row, ...changes });
    await expect(pool(world)).rejects.toThrow(text);
  });
});

describe('the volume of a library', () => {
  test('is drawn once: the start drew the input, the pool the difference', async () => {
    const world = buildLoadingWorld();
    await start(world);
    expect(volumes(world)).toEqual(['40', '50']);
    await pool(world);
    expect(volumes(world)).toEqual(['35', '47.5']);
  });

  test('gets back what the start drew and the pool did not take', async () => {
    const world = buildLoadingWorld();
    await start(world);
    await pool(world, { members: [{ sampleId: 's1', volume: '4' }, TWO[1]] });
    expect(volumes(world, ['s1'])).toEqual(['46']);
    await load(world, { volume: '3' });
    expect(volumes(world, ['s1'])).toEqual(['43']);
  });

  test('is not settled by a measured input once a pool measured it', async () => {
    const world = buildLoadingWorld();
    await pool(world);
    await onBatch(world, (tx, context, { of, method }) =>
      settleVolumes(tx, context, {
        batch: of,
        procedure: method,
        mapped: new Map([['INPUT_VOLUME', new Map([['s1', '2']])]]),
      }),
    );
    expect(volumes(world, ['s1'])).toEqual(['35']);
  });

  test('does not come back from a pool when the batch is canceled', async () => {
    const world = buildLoadingWorld();
    await start(world);
    await pool(world, { members: [{ sampleId: 's1', volume: '4' }, TWO[1]] });
    await onBatch(world, (tx, context, { of, method, library }) =>
      returnInput(tx, context, of, method, library, 'Canceled'),
    );
    expect(volumes(world, ['s1'])).toEqual(['46']);
  });

  test('may be overdrawn by two people who did not know of each other', async () => {
    const world = buildLoadingWorld();
    const largePool = { members: [{ sampleId: 's1', volume: '30' }, TWO[1]] };
    await pool(world, largePool);
    await pool(world, largePool, { ...BOB_THERE, changedSinceSeen: async () => true });
    expect(volumes(world, ['s1'])).toEqual(['-10']);
  });
});

describe('the plan of a pool', () => {
  const plan = async (world: MemoryWorld, total: string) =>
    onBatch(world, (tx, _, { of }) =>
      planPool(
        tx,
        of,
        world.all(sample).filter(({ batchId }) => batchId === 'seq-1'),
        total,
      ),
    );

  test('takes equal amounts, and counts what the start drew as available', async () => {
    const world = buildLoadingWorld();
    change(world, 's1', { remainingVolume: '12', extractedConcentration: '10' });
    await start(world);
    const { rows, pool: mixed, basis } = await plan(world, '18');
    expect(basis).toBe('MOLAR');
    expect(rows.map(({ sampleVolume, flag }) => [sampleVolume, flag])).toEqual([
      ['12', 'OK'],
      ['6', 'OK'],
    ]);
    expect(mixed?.volume).toBe('18');
  });

  test('takes equal masses when a fragment length is unknown', async () => {
    const world = buildLoadingWorld();
    change(world, 's1', { fragmentLength: null });
    expect((await plan(world, '20')).basis).toBe('MASS');
  });
});
