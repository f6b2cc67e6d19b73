import { describe, expect, test } from 'vitest';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { OperationContext } from '#db/operation.ts';
import { dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { order } from '#db/ordering/orders/order.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { takeAliquot } from '#db/samples/take-aliquot.ts';
import { holdSpecimen } from '#db/specimens/holding/hold-specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { disposeSamples } from './dispose-samples.ts';

const ONLINE = { deviceId: null };
const ON_THE_DEVICE = { replica: 'device' } as const;

/** A finished tube with an ended retention period, of which a supplemental order awaits an aliquot. */
async function awaitedFromTube() {
  const bench = openFinishedOrder();
  const { world } = bench;
  for (const type of ['DISPOSED', 'SENT_TO_CLIENT'] as const)
    world.putRow(storageManagement, buildStorageManagement({ id: type, type, name: type, parentId: null }));
  await bench.go('SUPPLEMENTAL', ['done'], inRole('PROJECT_MANAGER'));
  await bench.submit(inRole('PROJECT_MANAGER'));
  for (const row of world.all(dataUseInfo)) world.putRow(dataUseInfo, { ...row, retentionPeriod: 'YEARS_1' });
  const bought = world.one(order, 'order');
  if (bought) world.putRow(order, { ...bought, completedAt: '2024-11-12T10:00:00.000Z' });
  const aliquot = (): Sample => {
    const [row] = bench.samples();
    if (!row) throw new Error('No aliquot is awaited.');
    return row;
  };
  return {
    ...bench,
    aliquot,
    place: () => world.one(sample, 'tube-done')?.storageLocationId,
    conflicts: () => world.all(syncConflict),
    dispose: (context: Partial<OperationContext>) =>
      runRule(
        world,
        disposeSamples,
        {
          bulkId: 'bulk',
          sampleIds: ['tube-done'],
          reason: 'Leftover',
          reviewerUserId: null,
          reviewerProof: null,
        },
        context,
      ),
  };
}

describe('a tube with an awaited aliquot', () => {
  test('cannot be disposed of by a person who can know of the aliquot, online or at the bench', async () => {
    const bench = await awaitedFromTube();
    const refusalText = `An aliquot of W26306-0002-01 is awaited: ${bench.aliquot().barcode}. Take it, or cancel its order, first.`;
    for (const context of [ONLINE, ON_THE_DEVICE])
      await expect(bench.dispose(context)).rejects.toThrow(refusalText);
    expect(bench.place()).toBe('shelf');
    expect(bench.conflicts()).toEqual([]);
  });

  test('stays in the lab while the specimen of the aliquot is on hold', async () => {
    const bench = await awaitedFromTube();
    const holdArgs = { specimenId: bench.rows()[0]?.id ?? '', status: 'RECEIVED_ON_HOLD' as const };
    await runRule(bench.world, holdSpecimen, { ...holdArgs, reason: 'Unpaid' }, inRole('LAB_MANAGER'));
    await expect(bench.dispose(ONLINE)).rejects.toMatchObject({ code: 'ALIQUOT_AWAITED' });
  });

  test('leaves the lab when the aliquot has been taken', async () => {
    const bench = await awaitedFromTube();
    await runRule(bench.world, takeAliquot, { sampleId: bench.aliquot().id, volume: '100' });
    expect((await bench.dispose(ONLINE)).outcome).toBe('APPLIED');
    expect(bench.place()).toBe('DISPOSED');
  });

  test.each([
    ['KEEP_A', 'shelf'],
    ['KEEP_B', 'DISPOSED'],
  ] as const)(
    'case 7: is frozen by a disposal without knowledge of the aliquot, and by %s it is in %s',
    async (choice, place) => {
      const bench = await awaitedFromTube();
      expect(await bench.dispose({})).toMatchObject({
        outcome: 'CONFLICT',
        message: 'W26306-0002-01 is needed for another order. A manager must confirm which is true.',
      });
      const [openConflict] = bench.conflicts();
      expect(openConflict).toMatchObject({
        kind: 'disposed-and-used',
        theirs: { label: `Ordered an aliquot of it, ${bench.aliquot().barcode}` },
      });
      expect(bench.place()).toBe('shelf');
      const manager = inRole('LAB_MANAGER');
      await runRule(
        bench.world,
        resolveConflict,
        { conflictId: openConflict?.id ?? '', choice, value: null },
        manager,
      );
      expect(bench.place()).toBe(place);
    },
  );
});
