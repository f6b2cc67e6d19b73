import { describe, expect, test } from 'vitest';
import { failBatch } from '#db/batches/failures/fail-batch.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { at, by, current, LYSIS, record, worldWithBuffer } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { removeLot } from '#db/protocols/values/remove-lot.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { inventoryType } from './inventory-type.ts';
import { receiveInventoryItem } from './receive-inventory-item.ts';
import { releaseLot } from './release-lot.ts';
import { doubtedLots } from './review-uses.ts';

/** Build a world with two samples in work; Ann used the buffer L1 in the second minute. */
async function worldInWork(): Promise<MemoryWorld> {
  const world = await worldWithBuffer({}, { remaining: '500' });
  await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 2));
  return world;
}

describe('a quarantine that arrives after later uses (case 26)', () => {
  const flagged = (world: MemoryWorld) =>
    world
      .all(sample)
      .filter((one) => one.flaggedForReview)
      .map((one) => one.id);
  const doubt = (world: MemoryWorld, minute: number, actor = BOB) =>
    runRule(
      world,
      failSample,
      { sampleId: 's1', failureReason: 'INVENTORY_ISSUE', failureNotes: null, suspectLotIds: ['lot-1'] },
      by(actor, minute),
    );
  const useMessage =
    'Lot L1 was used after its quarantine by Ann in W26325-E01. The samples are flagged for review.';

  test('keeps the records, flags the tubes of the batch and names the user of the lot', async () => {
    const world = await worldInWork();
    expect(await doubt(world, 1)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'LOT_USED_SINCE',
      message: useMessage,
    });
    expect(flagged(world)).toEqual(['s1', 's2']);
    expect(current(world, 'buffer', null)?.current).toMatchObject({ value: 'L1', late: false });
  });

  test('informs only the user, with lot and batch', async () => {
    const world = await worldInWork();
    const lotsDoubtedBy = (userId: string) =>
      world.transaction({ at: at(0), userId, entity: 'WBL' }, (tx) => doubtedLots(tx, userId));
    expect(await lotsDoubtedBy('ann')).toEqual([]);
    await doubt(world, 1);
    const lot = { lotId: 'lot-1', lot: 'L1', batchId: 'batch-1', julianId: 'W26325-E01' };
    expect(await lotsDoubtedBy('ann')).toEqual([lot]);
    expect(await lotsDoubtedBy('bob')).toEqual([]);
    await runRule(world, releaseLot, { itemId: 'lot-1', reason: 'The control ran clean' }, by(LEA, 5));
    expect(await lotsDoubtedBy('ann')).toEqual([]);
  });

  test('does not affect earlier uses', async () => {
    const world = await worldInWork();
    expect((await doubt(world, 5)).outcome).toBe('APPLIED');
    expect(flagged(world)).toEqual([]);
  });

  test('has the same effect with a whole failed batch', async () => {
    const world = await worldInWork();
    const failure = { qc: false, failureReason: 'INVENTORY_ISSUE' as const, failureNotes: null };
    const args = { batchId: 'batch-1', ...failure, suspectLotIds: ['lot-1'] };
    expect(await runRule(world, failBatch, args, by(LEA, 1))).toMatchObject({ message: useMessage });
  });

  test('ignores a lot that was removed from the list', async () => {
    const world = await worldInWork();
    const valueIds = [current(world, 'buffer', null)?.current.id ?? ''];
    await runRule(
      world,
      removeLot,
      { assignedSectionId: LYSIS, valueIds, reason: 'Wrong bottle' },
      by(ANN, 3),
    );
    expect((await doubt(world, 1)).outcome).toBe('APPLIED');
    expect(flagged(world)).toEqual([]);
  });

  test('flags a single tube when the lot was used only there', async () => {
    const world = await worldWithBuffer({ scope: 'PER_SAMPLE' }, { remaining: '500' });
    await record(world, LYSIS, 'buffer', 's2', 'L1', by(ANN, 2));
    await doubt(world, 1);
    expect(flagged(world)).toEqual(['s2']);
  });

  test('reports with an earlier time only the additional uses', async () => {
    const world = await worldInWork();
    expect((await doubt(world, 2)).outcome).toBe('APPLIED_WITH_WARNING');
    expect((await doubt(world, 1, LEA)).outcome).toBe('MERGED');
  });
});

test.each([
  ['before others used it up', 15, { outcome: 'APPLIED', message: null }],
  ['after that', 25, { outcome: 'APPLIED_WITH_WARNING', message: 'Lot L1 is used up.' }],
] as const)(
  'case 25: a lot that is used %s is sound material: nothing is flagged',
  async (_when, minute, lotsDoubtedBy) => {
    const world = await worldWithBuffer({}, { status: 'USED', usedAt: at(20), remaining: '0' });
    expect(await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, minute))).toMatchObject(lotsDoubtedBy);
    expect(world.all(sample).some((one) => one.flaggedForReview)).toBe(false);
  },
);

test('flags the tubes of a lot that has not passed its QC', async () => {
  const world = await worldWithBuffer({}, { qcPassed: null });
  for (const row of world.all(inventoryType)) world.putRow(inventoryType, { ...row, requiresQc: true });
  const useMessage = await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 2));
  expect(useMessage).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', message: 'Lot L1 has not passed QC.' });
  expect(world.all(sample).every((one) => one.flaggedForReview)).toBe(true);
});

describe('an expiry that becomes known after uses (case 26)', () => {
  const flagged = (world: MemoryWorld) => world.all(sample).some((one) => one.flaggedForReview);
  const unbooked = { status: 'ORDERED', lotNumber: null, expirationDate: null } as const;
  const receipt = { lotNumber: 'L9', quantity: null, qcPassed: null };

  // The use was at 10:02 in London, which is the evening before or the night after elsewhere.
  test.each([
    ['2026-11-20', 'UTC', true],
    ['2026-11-21', 'UTC', false],
    ['2026-11-20', 'Pacific/Niue', false],
    ['2026-11-21', 'Pacific/Kiritimati', true],
  ])(
    'a lot used before its receipt, and good until %s in a lab in %s: are its tubes flagged? %s',
    async (until, labTimezone, isExpired) => {
      const world = await worldWithBuffer({}, { ...unbooked, remaining: '500' });
      await record(world, LYSIS, 'buffer', null, 'lot-1', by(ANN, 2, { labTimezone }));
      for (const row of world.all(sample)) world.putRow(sample, { ...row, flaggedForReview: false });
      const args = { itemId: 'lot-1', receipt: { ...receipt, expirationDate: until } };
      const result = await runRule(world, receiveInventoryItem, args, by(BOB, 3, { labTimezone }));
      expect(flagged(world)).toBe(isExpired);
      expect(result.message).toBe(
        isExpired
          ? `Lot L9 expired on ${until}. Lot L9 was used after it expired on ${until} by Ann in W26325-E01. The samples are flagged for review.`
          : null,
      );
    },
  );
});
