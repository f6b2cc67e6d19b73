import { afterEach, describe, expect, test } from 'vitest';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import {
  buildInventoryItem,
  buildInventoryType,
  buildMeasurementUnit,
} from '#db/factories/build-inventory.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildRow } from '#db/factories/build-row.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import { currentValues, recordedOf } from '#db/protocols/values/current-values.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { event } from '#db/records/events/event.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { type Body, childRows } from '#pwa/replica/store/document.ts';
import { changeOnline, type TwoDevices } from './bench-world.ts';
import { LYSIS, openSectionBench, records, signs, valuesIn } from './convergence-operations.ts';
import type { PersonAtBench } from './person-at-bench.ts';

// Cases 25 to 27 of domain 5.11: two people use one lot.

let lab: TwoDevices;

afterEach(() => lab.close());

const BUFFER = buildField({
  id: 'buffer',
  name: 'buffer',
  stepId: 'step-lysis',
  label: 'Buffer',
  type: 'LOT_NUMBER',
  scope: 'PER_BATCH',
  min: null,
  max: null,
  decimals: null,
  inventoryTypeId: 'type-buffer',
  quantityPerBatch: '1',
});

function worldWithLot(lot: Partial<InventoryItem> = {}) {
  const world = buildBatchWorld({ fields: [BUFFER] });
  world.putRow(measurementUnit, buildMeasurementUnit({ id: 'unit-microlitre' }));
  world.putRow(
    inventoryType,
    buildInventoryType({ id: 'type-buffer', shelfLifeAfterOpening: null, shelfLifeInterval: null }),
  );
  world.putRow(
    inventoryItem,
    buildInventoryItem({
      id: 'lot-1',
      inventoryTypeId: 'type-buffer',
      lotNumber: 'L1',
      remaining: '10',
      expirationDate: '2099-11-30',
      ...lot,
    }),
  );
  return world;
}

/** A failure whose suspected cause is the lot. */
const FAILURE = { failureReason: 'INVENTORY_ISSUE' as const, failureNotes: null, suspectLotIds: ['lot-1'] };

/** One user runs the first section of a batch of their own, all offline. */
async function runsLysis(person: PersonAtBench, batchId: string, sampleId: string): Promise<string> {
  await person.does('place-sample', { batchId, sampleId, plateLocation: 'A1' }, 60);
  await person.does('start-batch', { batchId }, 59);
  await records(person, `${batchId}-lysis`, 'temperature', null, '56', 50);
  await records(person, `${batchId}-lysis`, 'buffer', null, 'L1', 49);
  return signs(person, `${batchId}-lysis`, 40);
}

const eventsOf = async (type: string) => {
  const { rows } = await lab.lab.database.pool.query<{ by: string; at: Date }>(
    `SELECT user_id AS by, occurred_at AS at FROM event WHERE target_id = 'lot-1' AND type = $1`,
    [type],
  );
  return rows.map(({ by, at }) => ({ by, at: at.toISOString() }));
};

const dayOf = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

async function quarantineOnline(minutesAgo: number): Promise<void> {
  const occurredAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await changeOnline(lab.lab, inventoryItem, 'lot-1', { quarantined: true });
  const adjusted = {
    id: 'quarantined-online',
    type: 'ITEM_ADJUSTED' as const,
    targetType: 'InventoryItem',
    targetId: 'lot-1',
    occurredAt,
    data: { quarantined: true },
    customerVisible: false,
  };
  await lab.lab.insert(event, buildRow(event, adjusted, {}));
}

/** A second lot of the buffer next to L1, both for the field of the first section. */
function worldWithTwoLots() {
  const world = worldWithLot({ remaining: '10' });
  const lot = { id: 'lot-2', inventoryTypeId: 'type-buffer', lotNumber: 'L2', remaining: '10' };
  world.putRow(inventoryItem, buildInventoryItem({ ...lot, expirationDate: '2099-11-30' }));
  return world;
}
const lotsIn = (assigned: Body) => {
  const values = childRows(fieldValue, assigned, 'values');
  return recordedOf(currentValues(values, [BUFFER]), 'buffer').map((one) => one.current.value);
};

describe('when a field accepts several lots offline', () => {
  test('two users add lots to one field: both are kept without a decision, and both give stock when it is signed', async () => {
    lab = await openSectionBench('started', worldWithTwoLots());
    const first = await records(lab.ann, LYSIS, 'buffer', null, 'L1', 30);
    const second = await records(lab.bob, LYSIS, 'buffer', null, 'L2', 20);
    await records(lab.ann, LYSIS, 'temperature', null, '56', 19);
    await lab.meet();
    expect(lab.ann.verdict(first)).toEqual({ outcome: 'APPLIED', message: null });
    expect(lab.bob.verdict(second)).toEqual({
      outcome: 'MERGED',
      message: 'Ann Archer recorded in Lysis too; all values are kept.',
    });
    expect(lotsIn(await lab.agreed('assigned-sections', LYSIS))).toEqual(['L1', 'L2']);
    expect(await lab.openConflicts()).toEqual([]);
    const reagentEntry = {
      assignedSectionId: LYSIS,
      fieldId: 'buffer',
      sampleId: null,
      value: 'L2',
      inputMethod: 'TYPED' as const,
      amount: '0.4',
    };
    await lab.bob.does('record-field-value', reagentEntry, 15);
    await signs(lab.bob, LYSIS, 10);
    await lab.meet();
    expect(await lab.agreed('inventory-items', 'lot-1')).toMatchObject({ remaining: '9.4' });
    expect(await lab.agreed('inventory-items', 'lot-2')).toMatchObject({ remaining: '9.6' });
  });

  test('a lot that one removes offline while another scans it stays listed, and the first is told', async () => {
    lab = await openSectionBench('started', worldWithTwoLots());
    await records(lab.ann, LYSIS, 'buffer', null, 'L1', 40);
    await records(lab.ann, LYSIS, 'buffer', null, 'L2', 39);
    await lab.meet();
    const values = childRows(fieldValue, (await lab.ann.shows('assigned-sections', LYSIS)) ?? {}, 'values');
    const off = (lot: string) => ({
      assignedSectionId: LYSIS,
      valueIds: values.filter((one) => one.value === lot).map((one) => one.id),
      reason: 'Wrong bottle',
    });
    const witness = await records(lab.bob, LYSIS, 'buffer', null, 'L2', 30);
    await lab.bob.online();
    const [one, other] = [
      await lab.ann.does('remove-lot', off('L1'), 20),
      await lab.ann.does('remove-lot', off('L2'), 19),
    ];
    expect(lotsIn((await lab.ann.shows('assigned-sections', LYSIS)) ?? {})).toEqual([]);
    await lab.meet();
    expect(lab.bob.verdict(witness).outcome).toBe('MERGED');
    expect(lab.ann.verdict(one)).toEqual({ outcome: 'APPLIED', message: null });
    expect(lab.ann.verdict(other)).toMatchObject({ outcome: 'APPLIED_WITH_WARNING' });
    expect(lab.ann.verdict(other).message).toMatch(/^Lot L2 was recorded by .+ too; it stays on the list\.$/);
    expect(lotsIn(await lab.agreed('assigned-sections', LYSIS))).toEqual(['L2']);
  });
});

describe('when two people use one lot offline', () => {
  test('case 25: the last unit used by two is booked twice, and the second sees the overdraft', async () => {
    lab = await openSectionBench('empty', worldWithLot({ remaining: '1' }));
    const first = await runsLysis(lab.ann, 'batch-1', 's1');
    const second = await runsLysis(lab.bob, 'batch-2', 's2');
    await lab.meet();
    expect(lab.ann.verdict(first)).toEqual({ outcome: 'APPLIED', message: null });
    expect(lab.bob.verdict(second)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Lot L1 is over-drawn by 1.',
    });
    const lot = await lab.agreed('inventory-items', 'lot-1');
    expect(lot).toMatchObject({ remaining: '-1', status: 'USED' });
    const draws = await eventsOf('ITEM_CONSUMED');
    expect(draws.map((one) => one.by).sort()).toEqual(['user-ann', 'user-bob']);
    expect(await lab.agreed('samples', 's2')).toMatchObject({ flaggedForReview: false });
    expect(await lab.openConflicts()).toEqual([]);
  });

  test('case 26: a lot used before its quarantine is valid', async () => {
    lab = await openSectionBench('started', worldWithLot());
    const usageId = await records(lab.bob, LYSIS, 'buffer', null, 'L1', 20);
    await quarantineOnline(10);
    await lab.meet();
    expect(lab.bob.verdict(usageId)).toEqual({ outcome: 'APPLIED', message: null });
    expect(await lab.agreed('samples', 's1')).toMatchObject({ flaggedForReview: false });
  });

  test('case 26: a lot used after its quarantine is kept, and its samples are flagged', async () => {
    lab = await openSectionBench('started', worldWithLot());
    const usageId = await records(lab.bob, LYSIS, 'buffer', null, 'L1', 10);
    await quarantineOnline(20);
    await lab.meet();
    expect(lab.bob.verdict(usageId)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Lot L1 is quarantined. The samples are flagged for review.',
    });
    expect(valuesIn(await lab.agreed('assigned-sections', LYSIS), 'buffer', null)).toMatchObject([
      { value: 'L1' },
    ]);
    for (const id of ['s1', 's2'])
      expect(await lab.agreed('samples', id)).toMatchObject({ flaggedForReview: true });
    expect(await lab.agreed('samples', 's3')).toMatchObject({ flaggedForReview: false });
  });

  test("case 26: a lot that a failure quarantined offline flags another user's later work that synced first", async () => {
    lab = await openSectionBench('started', worldWithLot());
    const usageId = await records(lab.bob, LYSIS, 'buffer', null, 'L1', 10);
    await lab.bob.online();
    const doubt = await lab.ann.does('fail-sample', { ...FAILURE, sampleId: 's1' }, 20);
    await lab.meet();
    expect(lab.bob.verdict(usageId)).toEqual({ outcome: 'APPLIED', message: null });
    expect(lab.ann.verdict(doubt)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message:
        'Lot L1 was used after its quarantine by Bob Baker in W26325-E01. The samples are flagged for review.',
    });
    expect(await lab.agreed('inventory-items', 'lot-1')).toMatchObject({ quarantined: true });
    expect(valuesIn(await lab.agreed('assigned-sections', LYSIS), 'buffer', null)).toMatchObject([
      { value: 'L1', by: 'user-bob', late: false },
    ]);
    for (const id of ['s1', 's2'])
      expect(await lab.agreed('samples', id)).toMatchObject({ flaggedForReview: true });
    expect(await lab.agreed('samples', 's3')).toMatchObject({ flaggedForReview: false });
    expect(await lab.openConflicts()).toEqual([]);
  });

  test('case 26: a lot used before such a quarantine is valid in any order of arrival', async () => {
    lab = await openSectionBench('started', worldWithLot());
    await records(lab.bob, LYSIS, 'buffer', null, 'L1', 30);
    await lab.bob.online();
    const doubt = await lab.ann.does('fail-sample', { ...FAILURE, sampleId: 's1' }, 20);
    await lab.meet();
    expect(lab.ann.verdict(doubt)).toEqual({ outcome: 'APPLIED', message: null });
    expect(await lab.agreed('samples', 's2')).toMatchObject({ flaggedForReview: false });
  });

  test('case 26: a lot whose expiry was corrected online is judged by the day of its use', async () => {
    lab = await openSectionBench('started', worldWithLot());
    const usageId = await records(lab.bob, LYSIS, 'buffer', null, 'L1', 10);
    await changeOnline(lab.lab, inventoryItem, 'lot-1', { expirationDate: dayOf(-2) });
    await lab.meet();
    expect(lab.bob.verdict(usageId).outcome).toBe('APPLIED_WITH_WARNING');
    expect(lab.bob.verdict(usageId).message).toContain(`Lot L1 expired on ${dayOf(-2)}.`);
    expect(await lab.agreed('samples', 's1')).toMatchObject({ flaggedForReview: true });
  });

  test('case 26: a lot with an earlier opening that becomes known later expires earlier and flags its later uses', async () => {
    const world = worldWithLot();
    const days = { shelfLifeAfterOpening: 1, shelfLifeInterval: 'DAY' as const };
    world.putRow(inventoryType, buildInventoryType({ id: 'type-buffer', ...days }));
    lab = await openSectionBench('started', world);
    const usageId = await records(lab.bob, LYSIS, 'buffer', null, 'L1', 10);
    await lab.bob.online();
    const opening = await lab.ann.does('open-inventory-item', { itemId: 'lot-1' }, 71 * 60);
    await lab.meet();
    expect(lab.bob.verdict(usageId).outcome).toBe('APPLIED');
    const openedAt = String((await lab.agreed('inventory-items', 'lot-1'))['openedAt']);
    const expired = new Date(Date.parse(openedAt) + 86_400_000).toISOString().slice(0, 10);
    expect(lab.ann.verdict(opening)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message:
        `Lot L1 was already opened at ${clockText(openedAt, 'UTC')}; the earliest time is kept. ` +
        `Lot L1 was used after it expired on ${expired} by Bob Baker in W26325-E01. The samples are flagged for review.`,
    });
    expect(await lab.agreed('samples', 's1')).toMatchObject({ flaggedForReview: true });
    expect(valuesIn(await lab.agreed('assigned-sections', LYSIS), 'buffer', null)).toMatchObject([
      { value: 'L1', by: 'user-bob', late: false },
    ]);
  });

  test('case 27: an item opened twice was opened at the earliest time, and both openings are recorded', async () => {
    lab = await openSectionBench('empty', worldWithLot());
    await lab.ann.does('open-inventory-item', { itemId: 'lot-1' }, 10);
    const second = await lab.bob.does('open-inventory-item', { itemId: 'lot-1' }, 20);
    await lab.meet();
    const lot = await lab.agreed('inventory-items', 'lot-1');
    expect(lab.bob.verdict(second)).toEqual({
      outcome: 'MERGED',
      message: `Lot L1 was already opened at ${clockText(String(lot['openedAt']), 'UTC')}; the earliest time is kept.`,
    });
    const openingEvents = await eventsOf('ITEM_OPENED');
    expect(openingEvents).toHaveLength(2);
    expect(lot).toMatchObject({ status: 'OPENED', openedById: 'user-bob' });
    expect(lot['openedAt']).toBe(openingEvents.map((one) => one.at).sort()[0]);
  });
});
