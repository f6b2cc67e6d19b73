import { describe, expect, test } from 'vitest';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { ANN, BOB } from '#db/factories/benches/build-batch-world.ts';
import {
  ANN_THERE,
  at,
  BOB_THERE,
  buildLoadingWorld,
  CELL,
  LEA_ONLINE,
} from '#db/factories/benches/loading-bench.ts';
import { buildInventoryItem, buildInventoryType } from '#db/factories/build-inventory.ts';
import { buildFlowCell, buildFlowCellUse } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { checkFlowCell } from './check-flow-cell.ts';
import { decideWarrantyClaim } from './decide-warranty-claim.ts';
import { flowCell, flowCellRowId } from './flow-cell.ts';
import { FLOW_CELL_PRODUCTS, fitsPosition, formatOf } from './flow-cell-product.ts';
import { flowCellState } from './flow-cell-state.ts';
import { flowCellUse } from './flow-cell-use.ts';
import { receiveFlowCell } from './receive-flow-cell.ts';
import { returnFlowCell, washFlowCell } from './wash-flow-cell.ts';

type Context = Partial<OperationContext>;
const CONCURRENT_BOB: Context = { ...BOB_THERE, changedSinceSeen: async () => true };
const form = {
  flowCellId: 'pbe19507 ',
  productCode: 'flo-pro114m',
  lotNumber: 'L7',
  poresAtReceipt: null,
};
const NEW = flowCellRowId(DEFAULT_LAB, 'PBE19507');

const receive = (world: MemoryWorld, changes: object = {}, context: Context = ANN_THERE) =>
  runRule(world, receiveFlowCell, { cellId: NEW, form: { ...form, ...changes } }, context);
const check = (world: MemoryWorld, pores: number, context: Context = ANN_THERE) =>
  runRule(world, checkFlowCell, { cellId: CELL, pores }, context);
const wash = (world: MemoryWorld, context: Context = ANN_THERE) =>
  runRule(world, washFlowCell, { cellId: CELL }, context);
const giveBack = (world: MemoryWorld, context: Context = ANN_THERE) =>
  runRule(world, returnFlowCell, { cellId: CELL, reason: 'Too few pores' }, context);
const cellOf = (world: MemoryWorld, id = CELL) => world.one(flowCell, id);

describe('a receipt', () => {
  test('names the flow cell by its code, in any spelling, and links the item of the stock', async () => {
    const world = new MemoryWorld();
    world.putRow(inventoryType, buildInventoryType({ id: 'type-cell', category: 'FLOW_CELL' }));
    world.putRow(
      inventoryItem,
      buildInventoryItem({ id: 'item-7', inventoryTypeId: 'type-cell', barcode: 'PBE19507' }),
    );
    expect((await receive(world)).outcome).toBe('APPLIED');
    expect(cellOf(world, NEW)).toMatchObject({
      flowCellId: 'PBE19507',
      productCode: 'FLO-PRO114M',
      inventoryItemId: 'item-7',
      receivedById: ANN.userId,
      warrantyClaim: 'NONE',
    });
  });

  test('refuses a product that is no flow cell, and an id of another cell', async () => {
    const world = new MemoryWorld();
    await expect(receive(world, { productCode: 'SQK-LSK114' })).rejects.toThrow();
    await expect(receive(world, { flowCellId: 'PAO99309' })).rejects.toThrow();
  });

  test.each([
    ['first', ['08:00', '09:00'], 'L7', ANN],
    ['second', ['09:00', '08:00'], 'L8', BOB],
  ] as const)('by two people keeps the %s reading, which is the earlier', async (_, times, lot, by) => {
    const world = new MemoryWorld();
    await receive(world, {}, at(times[0]));
    const second = await receive(world, { lotNumber: 'L8' }, at(times[1], BOB_THERE));
    expect(second).toMatchObject({ outcome: 'MERGED', code: 'ALREADY_RECEIVED' });
    expect(cellOf(world, NEW)).toMatchObject({ lotNumber: lot, receivedById: by.userId });
    expect(world.all(flowCell)).toHaveLength(1);
  });

  test('warns when two people read different products', async () => {
    const world = new MemoryWorld();
    await receive(world);
    expect(await receive(world, { productCode: 'FLO-MIN114' }, BOB_THERE)).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'RECEIVED_DIFFERENTLY',
    });
  });

  test('is refused on the device that knows the cell', async () => {
    const world = buildLoadingWorld();
    const known = { cellId: CELL, form: { ...form, flowCellId: 'PAO99309' } };
    await expect(runRule(world, receiveFlowCell, known, { ...ANN_THERE, replica: 'device' })).rejects.toThrow(
      'Flow cell PAO99309 was received already.',
    );
  });
});

describe('a check', () => {
  test.each([
    ['FLO-PRO114M', 4999, 'OPEN'],
    ['FLO-PRO114M', 5000, 'NONE'],
    ['FLO-MIN114', 799, 'OPEN'],
    ['FLO-MIN114', 800, 'NONE'],
    ['FLO-FLG114', 49, 'OPEN'],
    ['FLO-FLG114', 50, 'NONE'],
  ] as const)('of %s with %i pores leaves the claim %s', async (productCode, pores, warrantyClaim) => {
    const world = new MemoryWorld();
    world.putRow(flowCell, buildFlowCell({ productCode, checkedAt: null, poresAtCheck: null }));
    const { outcome } = await check(world, pores);
    expect(outcome).toBe(warrantyClaim === 'OPEN' ? 'APPLIED_WITH_WARNING' : 'APPLIED');
    expect(cellOf(world)).toMatchObject({ warrantyClaim, poresAtCheck: pores, checkedById: ANN.userId });
  });

  test.each([
    ['twelve weeks after the receipt', '2026-08-29T10:00:00.000Z', 'OPEN'],
    ['a day later than that', '2026-08-28T09:00:00.000Z', 'NONE'],
  ])('%s opens a claim or only warns', async (_, receivedAt, warrantyClaim) => {
    const world = new MemoryWorld();
    world.putRow(flowCell, buildFlowCell({ receivedAt, checkedAt: null }));
    expect((await check(world, 100)).outcome).toBe('APPLIED_WITH_WARNING');
    expect(cellOf(world)?.warrantyClaim).toBe(warrantyClaim);
  });

  test('of a cell that was used opens no claim', async () => {
    const world = buildLoadingWorld();
    world.putRow(flowCellUse, buildFlowCellUse({ endedAt: '2026-11-20T20:00:00.000Z' }));
    await check(world, 100);
    expect(cellOf(world)?.warrantyClaim).toBe('NONE');
  });

  test.each([[['12:00', '11:00']], [['11:00', '12:00']]])(
    'of two people leaves the later count, arriving as %s',
    async (times) => {
      const world = buildLoadingWorld();
      for (const time of times) await check(world, time === '12:00' ? 6000 : 4000, at(time, CONCURRENT_BOB));
      expect(cellOf(world)).toMatchObject({ poresAtCheck: 6000, warrantyClaim: 'OPEN' });
    },
  );

  test('of a returned cell is refused to a person who knows of it, and kept for one who does not', async () => {
    const world = buildLoadingWorld();
    await giveBack(world);
    await expect(check(world, 6000)).rejects.toThrow('was returned');
    await check(world, 6000, CONCURRENT_BOB);
    expect(cellOf(world)?.poresAtCheck).toBe(6000);
  });
});

test('the lab manager decides an open claim online, once and with a reason', async () => {
  const world = buildLoadingWorld();
  const decide = (context: Context) =>
    runRule(world, decideWarrantyClaim, { cellId: CELL, decision: 'ACCEPTED', reason: 'Replaced' }, context);
  await expect(decide(LEA_ONLINE)).rejects.toThrow('has no open claim');
  await check(world, 100);
  await expect(decide({ ...LEA_ONLINE, actor: ANN })).rejects.toThrow();
  await decide(LEA_ONLINE);
  expect(cellOf(world)).toMatchObject({ warrantyClaim: 'ACCEPTED', claimReason: 'Replaced' });
  await expect(decide(LEA_ONLINE)).rejects.toThrow('has no open claim');
});

describe('a wash', () => {
  test('ends the use of the cell, and refuses one that was not used', async () => {
    const world = buildLoadingWorld();
    await expect(wash(world)).rejects.toThrow('was not used yet');
    world.putRow(flowCellUse, buildFlowCellUse({ id: 'u' }));
    await wash(world, at('10:00'));
    expect(world.one(flowCellUse, 'u')?.endedAt).toBe('2026-11-21T10:00:00.000Z');
    await wash(world, at('09:00', CONCURRENT_BOB));
    expect(cellOf(world)?.washedAt).toBe('2026-11-21T10:00:00.000Z');
  });

  test('does not end a use that was loaded after it', async () => {
    const world = buildLoadingWorld();
    world.putRow(flowCellUse, buildFlowCellUse({ id: 'u', loadedAt: '2026-11-21T11:00:00.000Z' }));
    await wash(world, at('10:00', CONCURRENT_BOB));
    expect(world.one(flowCellUse, 'u')?.endedAt).toBeNull();
  });
});

test('a flow cell is returned once, with its reason, and its use ends', async () => {
  const world = buildLoadingWorld();
  world.putRow(flowCellUse, buildFlowCellUse({ id: 'u' }));
  await giveBack(world);
  expect(cellOf(world)).toMatchObject({ returnReason: 'Too few pores', returnedById: ANN.userId });
  expect(world.one(flowCellUse, 'u')?.endedAt).not.toBeNull();
  await expect(giveBack(world)).rejects.toThrow('was returned already');
  await expect(wash(world)).rejects.toThrow('was returned');
});

test('the state of a flow cell follows from its record and its uses', () => {
  const use = buildFlowCellUse({ loadedAt: '2026-11-20T09:00:00.000Z' });
  const endedUse = { ...use, endedAt: '2026-11-20T20:00:00.000Z' };
  const state = (cell: object, uses = [use].slice(1)) => flowCellState(buildFlowCell(cell), uses);
  expect(state({ checkedAt: null })).toBe('RECEIVED');
  expect(state({})).toBe('CHECKED');
  expect(state({}, [use])).toBe('IN_USE');
  expect(state({}, [endedUse])).toBe('USED');
  expect(state({ washedAt: '2026-11-20T08:00:00.000Z' }, [endedUse])).toBe('USED');
  expect(state({ washedAt: '2026-11-20T21:00:00.000Z' }, [endedUse])).toBe('WASHED');
  expect(state({ useCount: 1 })).toBe('USED');
  const returned = { returnedAt: '2026-11-20T22:00:00.000Z', returnReason: 'Empty' };
  expect(state(returned, [endedUse])).toBe('RETURNED');
});

test('every product has a format, and a Flongle fits the positions of a MinION', () => {
  expect(FLOW_CELL_PRODUCTS.filter((code) => formatOf(code) === null)).toEqual([]);
  expect(fitsPosition('FLO-FLG114', 'MinION')).toBe(true);
  expect(fitsPosition('FLO-FLG114', 'PromethION')).toBe(false);
  expect(fitsPosition('FLO-MIN114', 'PromethION')).toBe(false);
  expect(fitsPosition('FLO-PRO114M', 'PromethION')).toBe(true);
});
