import { expect, test } from 'vitest';
import { buildActor, buildContext } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { nextOrderNumber, orderSequence } from '#db/ordering/orders/order-number.ts';
import type { Transaction } from '#db/transaction.ts';
import { draftInvoiceNumber, INVOICE_NUMBER, invoiceSequence, nextInvoiceNumber } from './invoice-number.ts';

const STAMP = { at: '2026-12-31T20:00:00.000Z', userId: null, entity: 'WBL' };
const onDay = (labDay: string) => buildContext({ labDay });

test('invoice numbers have no gap, restart each year and are not used up by a failing operation', async () => {
  const world = new MemoryWorld();
  const take = (labDay: string, then?: () => void) =>
    world.transaction(STAMP, async (tx) => {
      const number = await nextInvoiceNumber(tx, onDay(labDay), 'WBL');
      then?.();
      return number;
    });
  expect(await take('2026-12-30')).toBe('INV-W-26-000001');
  const failing = take('2026-12-30', () => {
    throw new Error('the invoice has no lines');
  });
  await expect(failing).rejects.toThrow('the invoice has no lines');
  expect(await take('2026-12-31')).toBe('INV-W-26-000002');
  expect(await take('2027-01-01')).toBe('INV-W-27-000001');
  expect(await take('2026-12-31')).toBe('INV-W-26-000003');
  expect(world.all(invoiceSequence).map(({ year, last }) => [year, last])).toEqual([
    [2026, 3],
    [2027, 1],
  ]);
});

test('orders are counted for each business entity, with its letter', async () => {
  const world = new MemoryWorld();
  const take = (entity: 'WBL' | 'RESONANT') =>
    world.transaction({ ...STAMP, entity }, (tx: Transaction) =>
      nextOrderNumber(tx, buildContext({ actor: buildActor({ entity }) })),
    );
  expect([await take('WBL'), await take('WBL'), await take('RESONANT')]).toEqual([
    'W-000001',
    'W-000002',
    'R-000001',
  ]);
  expect(world.all(orderSequence)).toHaveLength(2);
});

test('an invoice is named after its order until it is issued, also the second of an order', () => {
  expect(draftInvoiceNumber('W-000123')).toBe('DRAFT-W-000123');
  expect(draftInvoiceNumber('W-000123', 2)).toBe('DRAFT-W-000123-2');
  for (const number of [
    'DRAFT-W-000123',
    'DRAFT-R-000123-2',
    'DRAFT-5ZK3M7T0QA',
    'INV-R-26-000001',
    'INV-W-26-1000000',
  ])
    expect(number).toMatch(INVOICE_NUMBER);
  for (const number of ['INV-W-2026-000001', 'INV-X-26-000001', 'DRAFT-order-1', 'INV-W-26-00001'])
    expect(number).not.toMatch(INVOICE_NUMBER);
});
