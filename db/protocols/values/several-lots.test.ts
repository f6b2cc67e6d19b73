import { describe, expect, test } from 'vitest';
import { ANN, BOB, hashOf, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  by,
  LYSIS,
  record,
  section,
  sign,
  worldWithBuffer,
} from '#db/factories/benches/section-operations.ts';
import { buildInventoryItem } from '#db/factories/build-inventory.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { field } from '#db/protocols/field.ts';
import { reopenSection } from '#db/protocols/sections/reopen-section.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { currentValues, recordedOf } from './current-values.ts';
import { fieldValue } from './field-value.ts';
import { correctFieldValue, recordFieldValue } from './record-field-value.ts';
import { removeLot } from './remove-lot.ts';

const LOTS = { inventoryTypeId: 'type-buffer', status: 'RECEIVED' as const };
const DRAWS = { quantityPerSample: '20', quantityPerBatch: '10' };

/** Two samples: the buffer draws 2 × 20 + 10 = 50. L1 holds 30, L2 holds 100. */
async function worldWithTwoLots(): Promise<MemoryWorld> {
  const world = await worldWithBuffer(DRAWS, { remaining: '30' });
  world.putRow(
    inventoryItem,
    buildInventoryItem({ ...LOTS, id: 'lot-2', lotNumber: 'L2', remaining: '100' }),
  );
  await record(world, LYSIS, 'temperature', null, '56');
  return world;
}
const lotValues = (world: MemoryWorld) =>
  recordedOf(currentValues(world.all(fieldValue), world.all(field)), 'buffer');
const lots = (world: MemoryWorld) =>
  lotValues(world).map(({ current }) => [current.value, current.numericValue]);
const remainingOf = (world: MemoryWorld, id: string) =>
  world.all(inventoryItem).find((one) => one.id === id)?.remaining;
const taking = (world: MemoryWorld, lot: string, amount: string | null, context = by(ANN)) =>
  runRule(
    world,
    recordFieldValue,
    { assignedSectionId: LYSIS, fieldId: 'buffer', sampleId: null, value: lot, inputMethod: 'TYPED', amount },
    context,
  );
const rowsOf = (world: MemoryWorld, lot: string) =>
  lotValues(world)
    .filter((one) => one.current.value === lot)
    .flatMap((one) => [one.current, ...one.witnesses].map((row) => row.id));
const remove = (world: MemoryWorld, valueIds: string[], context = by(ANN, 6)) =>
  runRule(world, removeLot, { assignedSectionId: LYSIS, valueIds, reason: 'Took the wrong bottle' }, context);

describe('a batch field with several lots', () => {
  test('opens each scanned lot and empties the first before the next', async () => {
    const world = await worldWithTwoLots();
    expect(await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 1))).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Lot L1 has 30 left and 50 are needed.',
    });
    expect(await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 2))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(lots(world)).toEqual([
      ['L1', null],
      ['L2', null],
    ]);
    expect(world.all(inventoryItem).map((one) => one.status)).toEqual(['OPENED', 'OPENED']);
    await sign(world, LYSIS);
    expect([remainingOf(world, 'lot-1'), remainingOf(world, 'lot-2')]).toEqual(['0', '80']);
  });

  test('judges each lot: expired, quarantined, not received, used up, of another type', async () => {
    const world = await worldWithTwoLots();
    const invalidLots = [
      [{ lotNumber: 'OLD', expirationDate: '2026-11-20' }, 'Lot OLD expired on 2026-11-20.'],
      [{ lotNumber: 'Q1', quarantined: true }, 'Lot Q1 is quarantined.'],
      [{ lotNumber: 'O1', status: 'ORDERED' as const }, 'Lot O1 has not been received.'],
      [{ lotNumber: 'U1', status: 'USED' as const }, 'Lot U1 is used up.'],
      [{ lotNumber: 'X1', inventoryTypeId: 'type-other' }, 'X1 is not a Lysis buffer.'],
    ] as const;
    await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 1));
    for (const [lot, text] of invalidLots) {
      world.putRow(inventoryItem, buildInventoryItem({ ...LOTS, ...lot }));
      const online = by(ANN, 2, { deviceId: null });
      await expect(record(world, LYSIS, 'buffer', null, lot.lotNumber, online)).rejects.toThrow(text);
    }
    expect(lots(world)).toEqual([['L1', null]]);
  });

  test('keeps different lots of two people without a decision', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 1));
    expect(await record(world, LYSIS, 'buffer', null, 'L1', by(BOB, 2))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(lots(world)).toEqual([
      ['L2', null],
      ['L1', null],
    ]);
    expect(world.all(syncConflict)).toEqual([]);
  });

  test('joins the same lot of two people as a witness, and two scans of one person as one row', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 1));
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 2));
    expect(await record(world, LYSIS, 'buffer', null, 'L2', by(BOB, 3))).toMatchObject({ outcome: 'MERGED' });
    expect(lotValues(world)).toHaveLength(1);
    expect(rowsOf(world, 'L2')).toHaveLength(2);
    await sign(world, LYSIS);
    expect(remainingOf(world, 'lot-2')).toBe('50');
  });

  test('books recorded amounts first, and the other lot gives the rest', async () => {
    const world = await worldWithTwoLots();
    await taking(world, 'L1', '12.50', by(ANN, 1));
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 2));
    expect(lots(world)).toEqual([
      ['L1', '12.5'],
      ['L2', null],
    ]);
    await sign(world, LYSIS);
    expect([remainingOf(world, 'lot-1'), remainingOf(world, 'lot-2')]).toEqual(['17.5', '62.5']);
  });

  test('accepts only amounts above zero, and a field with one lot has none', async () => {
    const world = await worldWithTwoLots();
    for (const amount of ['0', '-1', 'some'])
      await expect(taking(world, 'L1', amount, by(ANN, 1, { deviceId: null }))).rejects.toThrow(
        'The amount of lot L1 must be more than 0.',
      );
    expect(lots(world)).toEqual([]);
  });

  test('lets another person add an amount; two different amounts are a conflict with one decision', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 1));
    expect(await taking(world, 'L2', '40', by(BOB, 2))).toMatchObject({ outcome: 'APPLIED' });
    expect(await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 3))).toMatchObject({ outcome: 'MERGED' });
    expect(await taking(world, 'L2', '45', by(ANN, 4))).toMatchObject({
      outcome: 'CONFLICT',
      message: 'Buffer L2, amount is 40 by Bob and 45 by Ann.',
    });
    await expect(sign(world, LYSIS)).rejects.toThrow('Resolve 1 sync conflicts first.');
    const conflictId = world.all(syncConflict)[0]?.id ?? '';
    const decision = { conflictId, choice: 'ENTER_VALUE' as const, value: '42' };
    await runRule(world, resolveConflict, decision, by(LEA, 9));
    expect(lots(world)).toEqual([['L2', '42']]);
    await sign(world, LYSIS);
    expect(remainingOf(world, 'lot-2')).toBe('58');
  });

  test('removes a lot with a reason; its row stays, and the lot may be scanned again', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 1));
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 2));
    const rows = rowsOf(world, 'L1');
    expect(await remove(world, rows, by(BOB, 3))).toMatchObject({ outcome: 'APPLIED' });
    expect(lots(world)).toEqual([['L2', null]]);
    expect(await remove(world, rows, by(ANN, 4))).toMatchObject({
      outcome: 'MERGED',
      message: 'Lot L1 is not on the list any more.',
    });
    // The row and both removals: the second person who removes it is a witness.
    expect(world.all(fieldValue).filter((one) => one.value === 'L1')).toHaveLength(3);
    expect(world.all(event).find((one) => one.type === 'FIELD_VALUE_CORRECTED')?.data).toMatchObject({
      field: 'buffer',
      from: 'L1',
      to: null,
      reason: 'Took the wrong bottle',
      by: 'Bob',
    });
    await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 5));
    expect(lots(world).map(([lot]) => lot)).toEqual(['L2', 'L1']);
  });

  test('cannot be signed without a lot', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 1));
    await remove(world, rowsOf(world, 'L1'));
    await expect(sign(world, LYSIS)).rejects.toThrow('Buffer is invalid or missing.');
  });

  test('keeps a lot that somebody else recorded too when only one row is removed', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 1));
    const displayed = rowsOf(world, 'L2');
    await record(world, LYSIS, 'buffer', null, 'L2', by(BOB, 2));
    expect(await remove(world, displayed, by(ANN, 3))).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Lot L2 was recorded by Bob too; it stays on the list.',
    });
    expect(lots(world)).toEqual([['L2', null]]);
  });

  test('removes only rows of one lot of this section', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 1));
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 2));
    const temperature = world.all(fieldValue).filter((one) => one.fieldId === 'temperature');
    await expect(remove(world, [...rowsOf(world, 'L1'), ...rowsOf(world, 'L2')])).rejects.toThrow(
      'Not found.',
    );
    await expect(
      remove(
        world,
        temperature.map((one) => one.id),
      ),
    ).rejects.toThrow('Not found.');
  });

  test('signs each lot: a second lot makes another record', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 1));
    const displayed = await hashOf(world, LYSIS);
    await record(world, LYSIS, 'buffer', null, 'L1', by(BOB, 2));
    await expect(sign(world, LYSIS, by(ANN, 30), displayed)).rejects.toThrow(
      'The record changed after you reviewed it.',
    );
    await taking(world, 'L1', '5', by(BOB, 3));
    const withAmount = await hashOf(world, LYSIS);
    await remove(world, rowsOf(world, 'L1'));
    expect(await hashOf(world, LYSIS)).toBe(displayed);
    expect(withAmount).not.toBe(displayed);
  });

  test('books only the difference after a reopening, and returns the stock of a removed lot', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 1));
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 2));
    await sign(world, LYSIS);
    await runRule(world, reopenSection, { assignedSectionId: LYSIS, reason: 'wrong lot' }, by(LEA, 31));
    await remove(world, rowsOf(world, 'L1'), by(ANN, 32));
    await sign(world, LYSIS, by(ANN, 33));
    expect([remainingOf(world, 'lot-1'), remainingOf(world, 'lot-2')]).toEqual(['30', '50']);
    expect(world.all(inventoryItem)[0]?.status).toBe('OPENED');
    await runRule(world, reopenSection, { assignedSectionId: LYSIS, reason: 'look again' }, by(LEA, 34));
    await sign(world, LYSIS, by(ANN, 35));
    expect([remainingOf(world, 'lot-1'), remainingOf(world, 'lot-2')]).toEqual(['30', '50']);
  });

  test('stores a removal after the signature as a late entry and leaves the signed record unchanged', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L2', by(ANN, 1));
    const rows = rowsOf(world, 'L2');
    await sign(world, LYSIS);
    expect(await remove(world, rows, by(BOB, 31))).toMatchObject({
      outcome: 'REJECTED',
      code: 'SECTION_SIGNED',
    });
    expect(lots(world)).toEqual([['L2', null]]);
    expect(world.all(fieldValue).at(-1)).toMatchObject({ late: true, removed: true, value: 'L2' });
    expect(section(world, LYSIS)?.completionEventId).not.toBeNull();
  });

  test('lets a correction replace the lot that it names, in either order of arrival', async () => {
    const corrects = (world: MemoryWorld, correctsId: string | null) =>
      runRule(
        world,
        correctFieldValue,
        {
          ...{ assignedSectionId: LYSIS, fieldId: 'buffer', sampleId: null, value: 'L2' },
          ...{ inputMethod: 'SCAN' as const, correctsId, changeReason: 'Other bottle' },
        },
        by(BOB, 3, { changedSinceSeen: async () => true }),
      );
    for (const correctsFirst of [true, false]) {
      const world = await worldWithTwoLots();
      await taking(world, 'L1', null, by(LEA, 1));
      const [id = null] = rowsOf(world, 'L1');
      if (correctsFirst) await corrects(world, id);
      await taking(world, 'L2', '30', by(ANN, 2));
      if (!correctsFirst) await corrects(world, id);
      expect(lots(world)).toEqual([['L2', '30']]);
    }
  });

  test('lets a correction with a reason replace the only lot', async () => {
    const world = await worldWithTwoLots();
    await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 1));
    const correction = {
      assignedSectionId: LYSIS,
      fieldId: 'buffer',
      sampleId: null,
      value: 'L2',
      inputMethod: 'SCAN' as const,
      changeReason: 'Read the wrong label',
    };
    await runRule(world, correctFieldValue, correction, by(BOB, 2));
    expect(lots(world)).toEqual([['L2', null]]);
  });
});
