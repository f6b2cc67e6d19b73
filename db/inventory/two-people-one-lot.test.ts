import { describe, expect, test } from 'vitest';
import { AWAITED, at, manager, openInventoryBench as open } from '#db/factories/benches/inventory-bench.ts';

/** Returns the item after operations, in both orders of arrival. */
async function inBothOrders(
  bench: () => ReturnType<typeof open>,
  ...actions: ((of: ReturnType<typeof open>) => Promise<unknown>)[]
) {
  const ends = [];
  for (const order of [actions, [...actions].reverse()]) {
    const one = bench();
    for (const action of order) await action(one);
    const { updatedAt, version, ...item } = one.item() ?? { updatedAt: '', version: 0 };
    ends.push(item);
  }
  return ends;
}

const awaited = () => open({ ...AWAITED });
const markedUsed = () =>
  open({ status: 'USED', usedAt: '2026-11-21T08:00:00.000Z', disposalReason: 'Empty' });

describe('two people at one lot reach the same state in any order of arrival', () => {
  test('the earlier reading and time of two receipts count', async () => {
    const [one, other] = await inBothOrders(
      awaited,
      (bench) => bench.receive({ lotNumber: 'L8' }, at('11:00')),
      (bench) => bench.receive({ lotNumber: 'L9' }, at('09:00')),
    );
    expect(one).toEqual(other);
    expect(one).toMatchObject({ lotNumber: 'L9', receivedAt: '2026-11-21T09:00:00.000Z' });
  });

  test('the earlier reader reads that the own values count, the later one that theirs are in the history', async () => {
    const bench = awaited();
    await bench.receive({ lotNumber: 'L8' }, at('10:00'));
    expect(await bench.receive({ lotNumber: 'L9' }, at('09:00'))).toMatchObject({
      code: 'RECEIVED_DIFFERENTLY',
      message: 'Somebody else received it later as lot L8. Your earlier reading counts.',
    });
    expect(await bench.receive({ lotNumber: 'L7' }, at('11:00'))).toMatchObject({
      message: 'Already received as lot L9. Your entries are kept in its history.',
    });
  });

  test('a lot was received when it was first handled, booked or not', async () => {
    const [one, other] = await inBothOrders(
      awaited,
      (bench) => bench.receive({}, at('11:00')),
      (bench) => bench.unseal(at('09:00')),
    );
    expect(one).toEqual(other);
    expect(one).toMatchObject({ receivedAt: '2026-11-21T09:00:00.000Z', status: 'OPENED' });
  });

  test('the count of an unbooked lot is kept when it is booked', async () => {
    const [one, other] = await inBothOrders(
      awaited,
      (bench) => bench.count('100', at('12:00')),
      (bench) => bench.receive({}, at('09:00')),
    );
    expect(one).toEqual(other);
    expect(one).toMatchObject({ remaining: '100', quantity: '500' });
  });

  test('a reopened lot was opened when it was discarded, or before', async () => {
    const [one, other] = await inBothOrders(
      markedUsed,
      (bench) => bench.unseal(at('11:00')),
      (bench) => bench.reopen(null, manager('12:00')),
    );
    expect(one).toMatchObject({ status: 'OPENED', openedAt: '2026-11-21T08:00:00.000Z' });
    expect(other).toMatchObject({ status: 'OPENED', openedAt: '2026-11-21T08:00:00.000Z' });
  });

  test('a count after a reopening applies in any order of arrival', async () => {
    const [one, other] = await inBothOrders(
      markedUsed,
      (bench) => bench.reopen('41', manager('11:00')),
      (bench) => bench.count('100', at('12:00')),
    );
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 'OPENED', remaining: '100' });
  });

  test('a lot is used up with its last draw, whichever of the draws arrives last', async () => {
    const [one, other] = await inBothOrders(
      () => open({ status: 'OPENED', openedAt: '2026-11-02T08:00:00.000Z' }),
      (bench) => bench.draw('300', 'item-1', '12:00'),
      (bench) => bench.draw('200', 'item-1', '11:00'),
    );
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 'USED', usedAt: '2026-11-21T12:00:00.000Z' });
  });
});

test('a reopening is refused when the lot was marked used after it', async () => {
  const bench = markedUsed();
  await bench.use('Empty now', at('12:00'));
  await expect(bench.reopen(null, manager('11:00'))).rejects.toThrow(
    'Lot L2611 was marked used again after you reopened it.',
  );
});

test('a mark from before a reopening is kept in the history', async () => {
  const bench = markedUsed();
  await bench.reopen(null, manager('12:00'));
  await bench.use('Looked empty', at('11:00'));
  expect(bench.told().at(-1)).toMatchObject({
    type: 'ITEM_USED',
    data: { reason: 'Looked empty', superseded: true },
  });
});
