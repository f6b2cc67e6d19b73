import { expect, test } from 'vitest';
import { at, manager, openInventoryBench as open } from '#db/factories/benches/inventory-bench.ts';
import { event } from '#db/records/events/event.ts';
import { mustBeCounted } from './lot-problem.ts';

const OPENED_ITEM = { status: 'OPENED', openedAt: '2026-11-02T08:00:00.000Z' } as const;

/** Return a lot of 500 of which 620 were drawn, as recorded at 12:00. */
async function overdrawn() {
  const bench = open({ ...OPENED_ITEM });
  await bench.draw('620');
  return bench;
}
const isCounted = ({ item }: { item: ReturnType<typeof open>['item'] }): boolean => {
  const lot = item();
  return lot !== undefined && !mustBeCounted(lot);
};

test('an over-drawn lot must be counted, and the counted amount can be used again', async () => {
  const bench = await overdrawn();
  expect(bench.item()).toMatchObject({ status: 'USED', remaining: '-120' });
  expect(isCounted(bench)).toBe(false);
  expect((await bench.count('30')).outcome).toBe('APPLIED');
  expect(bench.item()).toMatchObject({
    status: 'OPENED',
    usedAt: null,
    remaining: '30',
    countedAt: '2026-11-21T13:00:00.000Z',
    countedById: 'user-tech',
  });
  expect(isCounted(bench)).toBe(true);
  expect(bench.told().at(-1)).toMatchObject({
    type: 'ITEM_ADJUSTED',
    data: { from: '-120', to: '30', counted: '30' },
  });
});

test('an empty lot is used up, and need not be counted again', async () => {
  const bench = await overdrawn();
  await bench.count('0');
  expect(bench.item()).toMatchObject({ status: 'USED', remaining: '0' });
  expect(isCounted(bench)).toBe(true);
  const full = open({ ...OPENED_ITEM });
  await full.count('0');
  expect(full.item()).toMatchObject({ status: 'USED', usedAt: '2026-11-21T13:00:00.000Z' });
  expect(full.told().map(({ type }) => type)).toEqual(['ITEM_ADJUSTED', 'ITEM_USED']);
});

test('a draw from before the count that arrives after it is included in the count; a later one is subtracted', async () => {
  const bench = await overdrawn();
  await bench.count('30');
  await bench.draw('10', 'item-1', '12:30');
  expect(bench.item()?.remaining).toBe('30');
  expect(bench.told().at(-1)?.data).toMatchObject({ from: '30', to: '30', amount: '10', inCount: true });
  await bench.draw('10', 'item-1', '13:30');
  expect(bench.item()?.remaining).toBe('20');
});

test('a count that arrives after later draws subtracts them, in any order of arrival', async () => {
  const bench = await overdrawn();
  await bench.draw('10', 'item-1', '13:30');
  await bench.count('30');
  expect(bench.item()?.remaining).toBe('20');
  await bench.draw('5', 'item-1', '12:30');
  expect(bench.item()?.remaining).toBe('20');
  const eventsAfterCount = await (async () => {
    const other = await overdrawn();
    await other.draw('40', 'item-1', '13:30');
    return other.count('30');
  })();
  expect(eventsAfterCount).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'Lot L2611 is over-drawn by 10.',
  });
});

test('the later of two counts applies, and both are in the history', async () => {
  const bench = await overdrawn();
  await bench.count('30', at('14:00'));
  expect(await bench.count('50', at('13:00'))).toMatchObject({
    outcome: 'MERGED',
    message: 'Lot L2611 was counted again after that; the later count applies.',
  });
  expect(bench.item()?.remaining).toBe('30');
  await bench.count('25', at('15:00'));
  expect(bench.item()?.remaining).toBe('25');
  const counts = bench.told().flatMap(({ data }) => data['counted'] ?? []);
  expect(counts).toEqual(['30', '50', '25']);
});

test('the amount that the manager enters at a reopening is a count', async () => {
  const bench = await overdrawn();
  await bench.reopen('40', manager('13:00'));
  await bench.draw('15', 'item-1', '12:30');
  expect(bench.item()).toMatchObject({ status: 'OPENED', remaining: '40' });
});

test('a discarded lot need not be counted, and stays discarded when some is found in it', async () => {
  const bench = open({ ...OPENED_ITEM });
  await bench.use('Spilled');
  await bench.draw('620');
  expect(isCounted(bench)).toBe(true);
  expect(await bench.count('30')).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'Lot L2611 was marked used and stays so. A lab manager can reopen it within 24 hours.',
  });
  expect(bench.item()).toMatchObject({ status: 'USED', remaining: '30' });
});

test('a count that leaves too little warns that stock is low', async () => {
  const bench = open({ ...OPENED_ITEM }, { reorderPoint: '100' });
  await bench.count('90');
  expect(bench.world.select(event, { targetId: 'type-1' })).toMatchObject([
    { type: 'STOCK_LOW', data: { remaining: '90' } },
  ]);
});

test('a negative amount cannot be counted', async () => {
  const bench = await overdrawn();
  await expect(bench.count('-1')).rejects.toThrow('fix the form');
});
