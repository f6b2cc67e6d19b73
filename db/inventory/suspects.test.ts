import { describe, expect, test } from 'vitest';
import { failBatch } from '#db/batches/failures/fail-batch.ts';
import { suspectsOf } from '#db/batches/failures/suspects-of.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { at, by, LYSIS, record, worldWithBuffer } from '#db/factories/benches/section-operations.ts';
import { buildEquipment, buildInventoryItem } from '#db/factories/build-inventory.ts';
import { runRule, SINGLE_LAB } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { scanEquipment } from '#db/protocols/sections/section-marks.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import type { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { sample } from '#db/samples/sample.ts';
import { equipment } from './equipment.ts';
import { inventoryItem } from './inventory-item.ts';
import { releaseEquipment, releaseLot } from './release-lot.ts';

const OTHER = 'resonant-lot';

/** Build a world with two samples in work; the buffer L1 was used, and a centrifuge was scanned. */
async function worldInWork(): Promise<MemoryWorld> {
  const world = await worldWithBuffer({}, { remaining: '500' });
  world.putRow(equipment, buildEquipment({ id: 'cycler', name: 'Cycler 1', certificationInterval: null }));
  world.putRow(inventoryItem, buildInventoryItem({ id: OTHER, lotNumber: 'R1', entity: 'RESONANT' }));
  await runRule(world, scanEquipment, { assignedSectionId: LYSIS, equipmentId: 'cycler' }, by(ANN, 1));
  await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 2));
  return world;
}
const fail = (
  world: MemoryWorld,
  sampleId: string,
  failureReason: FailedSampleReason,
  suspects: { suspectLotIds?: string[]; suspectEquipmentIds?: string[] },
  context = by(ANN, 10),
) => runRule(world, failSample, { sampleId, failureReason, failureNotes: null, ...suspects }, context);
const lotOf = (world: MemoryWorld) => world.all(inventoryItem).find((one) => one.lotNumber === 'L1');
const lotId = (world: MemoryWorld): string => lotOf(world)?.id ?? '';
const toolOf = (world: MemoryWorld) => world.all(equipment).find((one) => one.id === 'cycler');
const doubts = (world: MemoryWorld, targetId: string) =>
  world.all(event).filter((one) => one.targetId === targetId && 'quarantined' in one.data);
const read = (world: MemoryWorld) =>
  world.transaction({ at: at(0), userId: 'ann', entity: 'WBL' }, (tx) => suspectsOf(tx, ['batch-1']));

describe('suspects of a batch failure', () => {
  test('are its lots and its equipment, each with the place of use', async () => {
    const world = await worldInWork();
    expect(await read(world)).toEqual({
      lots: [{ id: lotId(world), name: 'L1', usedIn: ['Lysis: Buffer'], inReview: false }],
      equipment: [{ id: 'cycler', name: 'Cycler 1', usedIn: ['Lysis'], inReview: false }],
    });
  });

  test('are quarantined when a lot is named for an inventory issue, once for all tubes of the batch', async () => {
    const world = await worldInWork();
    const suspectLotIds = [lotId(world)];
    await fail(world, 's1', 'INVENTORY_ISSUE', { suspectLotIds });
    await fail(world, 's2', 'INVENTORY_ISSUE', { suspectLotIds }, by(ANN, 11));
    expect(lotOf(world)?.quarantined).toBe(true);
    const [firstDoubt, ...furtherDoubts] = doubts(world, lotId(world));
    expect(firstDoubt).toMatchObject({ type: 'ITEM_ADJUSTED', occurredAt: at(10) });
    expect(firstDoubt?.data).toMatchObject({ reason: 'INVENTORY_ISSUE', batchId: 'batch-1', by: 'Ann' });
    expect(furtherDoubts).toEqual([]);
    expect((await read(world)).lots[0]?.inReview).toBe(true);
    const online = by(BOB, 12, { deviceId: null });
    await expect(record(world, LYSIS, 'buffer', null, 'L1', online)).rejects.toThrow(
      'Lot L1 is quarantined.',
    );
  });

  test('are quarantined with the whole batch too', async () => {
    const world = await worldInWork();
    const failure = { failureReason: 'INVENTORY_ISSUE' as const, failureNotes: null };
    const suspectLotIds = [lotId(world)];
    await runRule(
      world,
      failBatch,
      { batchId: 'batch-1', qc: false, ...failure, suspectLotIds },
      by(ANN, 10),
    );
    expect(lotOf(world)?.quarantined).toBe(true);
  });

  test('are accepted for a tube that a colleague failed already', async () => {
    const world = await worldInWork();
    await fail(world, 's1', 'INSUFFICENT_RESULTS', {});
    const furtherDoubts = await fail(
      world,
      's1',
      'INVENTORY_ISSUE',
      { suspectLotIds: [lotId(world)] },
      by(BOB, 11),
    );
    expect(furtherDoubts).toMatchObject({ outcome: 'MERGED' });
    expect(lotOf(world)?.quarantined).toBe(true);
  });

  test('are flagged when equipment is named for a malfunction; it can be used, and everyone who scans it is warned', async () => {
    const world = await worldInWork();
    const suspectEquipmentIds = ['cycler'];
    await fail(world, 's1', 'EQUIPMENT_MALFUNCTION', { suspectEquipmentIds });
    await fail(world, 's2', 'EQUIPMENT_MALFUNCTION', { suspectEquipmentIds }, by(ANN, 11));
    expect(toolOf(world)).toMatchObject({ status: 'ACTIVE', flaggedForReviewAt: at(10) });
    expect(world.all(event).filter((one) => one.targetId === 'cycler')).toHaveLength(1);
    const scan = { assignedSectionId: LYSIS, equipmentId: 'cycler' };
    expect(await runRule(world, scanEquipment, scan, by(BOB, 12))).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Cycler 1 is flagged for review after a failure.',
    });
  });

  test.each<[FailedSampleReason, Parameters<typeof fail>[3], string]>([
    [
      'EQUIPMENT_MALFUNCTION',
      { suspectLotIds: ['lot-1'] },
      'Lots are quarantined for an inventory issue only.',
    ],
    [
      'INVENTORY_ISSUE',
      { suspectEquipmentIds: ['cycler'] },
      'Equipment is flagged for an equipment malfunction only.',
    ],
    ['INVENTORY_ISSUE', { suspectLotIds: [OTHER] }, 'Not found'],
    ['INVENTORY_ISSUE', { suspectLotIds: ['nowhere'] }, 'Not found'],
  ])('%s with %o are refused, and nothing has failed', async (reason, suspects, text) => {
    const world = await worldInWork();
    const inSingleLab = by({ ...ANN, lab: SINGLE_LAB }, 10);
    await expect(fail(world, 's1', reason, suspects, inSingleLab)).rejects.toThrow(text);
    expect(world.all(sample).find((one) => one.id === 's1')?.status).toBe('IN_PROGRESS');
    expect(world.all(inventoryItem).some((one) => one.quarantined)).toBe(false);
  });
});

describe('a use of a quarantined lot is judged by its time (case 26)', () => {
  const use = async (world: MemoryWorld, minute: number) => {
    world.putRow(sample, {
      ...must(world.all(sample).find((one) => one.id === 's2')),
      flaggedForReview: false,
    });
    const result = await record(world, 'batch-1-lysis', 'buffer', null, 'L1', by(BOB, minute));
    return [result.outcome, world.all(sample).find((one) => one.id === 's2')?.flaggedForReview];
  };
  const must = <T>(row: T | undefined): T => {
    if (row === undefined) throw new Error('It is in the world.');
    return row;
  };

  test('before the quarantine it is fine; after it the tubes are flagged, also when the quarantine is repeated later', async () => {
    const world = await worldInWork();
    const suspectLotIds = [lotId(world)];
    await fail(world, 's1', 'INVENTORY_ISSUE', { suspectLotIds }, by(ANN, 20));
    await fail(world, 's2', 'INVENTORY_ISSUE', { suspectLotIds }, by(BOB, 40));
    expect(doubts(world, lotId(world))).toHaveLength(2);
    expect((await use(world, 15))[1]).toBe(false);
    expect((await use(world, 30))[1]).toBe(true);
  });

  test('an earlier quarantine that arrives late counts from its own time', async () => {
    const world = await worldInWork();
    const suspectLotIds = [lotId(world)];
    await fail(world, 's1', 'INVENTORY_ISSUE', { suspectLotIds }, by(ANN, 40));
    await fail(world, 's2', 'INVENTORY_ISSUE', { suspectLotIds }, by(BOB, 20));
    expect((await use(world, 30))[1]).toBe(true);
  });
});

describe('a release after a review', () => {
  const release = (world: MemoryWorld, context = by(LEA, 30)) =>
    runRule(world, releaseLot, { itemId: lotId(world), reason: 'The control ran clean' }, context);

  test('is made for a lot by a manager or director, with a reason; then it can be used again', async () => {
    const world = await worldInWork();
    await expect(release(world)).rejects.toThrow('Lot L1 is not quarantined.');
    await fail(world, 's1', 'INVENTORY_ISSUE', { suspectLotIds: [lotId(world)] });
    await expect(release(world, by(ANN, 30))).rejects.toThrow('You do not have permission');
    expect(await release(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(lotOf(world)?.quarantined).toBe(false);
    expect(doubts(world, lotId(world)).at(-1)?.data).toMatchObject({
      quarantined: false,
      reason: 'The control ran clean',
      by: 'Lea',
    });
  });

  test('keeps a lot in quarantine that was suspected again after the release', async () => {
    const world = await worldInWork();
    await fail(world, 's1', 'INVENTORY_ISSUE', { suspectLotIds: [lotId(world)] });
    await fail(world, 's2', 'INVENTORY_ISSUE', { suspectLotIds: [lotId(world)] }, by(BOB, 45));
    await expect(release(world)).rejects.toThrow('Lot L1 was quarantined again after you released it.');
  });

  test('is made for equipment by the lab manager, unless it failed again later', async () => {
    const world = await worldInWork();
    const args = { equipmentId: 'cycler', reason: 'Lid replaced' };
    await expect(runRule(world, releaseEquipment, args, by(LEA, 30))).rejects.toThrow(
      'Cycler 1 is not flagged for review.',
    );
    await fail(world, 's1', 'EQUIPMENT_MALFUNCTION', { suspectEquipmentIds: ['cycler'] });
    await expect(runRule(world, releaseEquipment, args, by(ANN, 30))).rejects.toThrow(
      'You do not have permission',
    );
    await expect(runRule(world, releaseEquipment, args, by(LEA, 5))).rejects.toThrow('flagged again');
    await runRule(world, releaseEquipment, args, by(LEA, 30));
    expect(toolOf(world)?.flaggedForReviewAt).toBeNull();
  });
});
