import { expect, test } from 'vitest';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { draftInvoiceNumber } from '#db/billing/invoices/invoice-number.ts';
import { buildInvoice } from '#db/factories/build-billing.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { draftKey, requisitionOf, requisitionPrefix } from '#db/ordering/manifest/requisition-number.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { numberOrder } from './number-order.ts';

const STAMP = { at: '2026-11-21T08:00:00.000Z', userId: 'staff', entity: 'WBL' as const };

function openDrafts(ids: readonly string[]) {
  const world = new MemoryWorld();
  for (const id of ids)
    world.putRow(order, buildOrder({ id, status: 'DRAFT', orderNumber: null, submittedAt: null }));
  const putRow = (orderId: string, orderRow: number, over: Partial<Specimen> = {}) => {
    const requisitionNumber = requisitionOf(requisitionPrefix({ id: orderId, orderNumber: null }), orderRow);
    world.putRow(
      specimen,
      buildSpecimen({
        id: `${orderId}-${orderRow}`,
        orderId,
        orderRow,
        status: 'DRAFT',
        requisitionNumber,
        ...over,
      }),
    );
  };
  const submit = (id: string) =>
    world.transaction(STAMP, async (tx) => {
      const row = await tx.get(order, id);
      if (!row) throw new Error('The draft is missing.');
      return numberOrder(tx, buildContext({}), row, await tx.find(specimen, { orderId: id }));
    });
  const numbersOf = (orderId: string) =>
    world
      .all(specimen)
      .filter((row) => row.orderId === orderId)
      .sort((a, b) => a.orderRow - b.orderRow)
      .map(({ requisitionNumber }) => requisitionNumber);
  return { world, putRow, submit, numbersOf };
}

test('numbers are given in the order of submission without a gap for drafts', async () => {
  const { world, submit } = openDrafts(['first', 'second', 'third']);
  await submit('third');
  await submit('first');
  const numberOf = (id: string) => world.one(order, id)?.orderNumber;
  expect([numberOf('first'), numberOf('second'), numberOf('third')]).toEqual(['W-000002', null, 'W-000001']);
});

test('the specimens take the number of their order and row; a typed number stays', async () => {
  const { putRow, submit, numbersOf } = openDrafts(['first']);
  putRow('first', 1);
  putRow('first', 2, { requisitionNumber: 'CLINIC-7' });
  putRow('first', 3);
  const { specimens } = await submit('first');
  const numbers = ['W-000001-001', 'CLINIC-7', 'W-000001-003'];
  expect(numbersOf('first')).toEqual(numbers);
  expect(specimens.map(({ requisitionNumber }) => requisitionNumber)).toEqual(numbers);
});

test('a number that somebody typed in another order is passed over', async () => {
  const { putRow, submit, numbersOf } = openDrafts(['first', 'second']);
  putRow('second', 1, { requisitionNumber: 'W-000001-001' });
  putRow('first', 1);
  putRow('first', 2);
  await submit('first');
  expect(new Set([...numbersOf('first'), ...numbersOf('second')]).size).toBe(3);
  expect(numbersOf('first')[0]).toBe('W-000001-002');
});

test('an order that was returned keeps its number and those of its specimens', async () => {
  const { world, putRow, submit, numbersOf } = openDrafts(['first']);
  putRow('first', 1);
  await submit('first');
  await submit('first');
  expect(world.one(order, 'first')?.orderNumber).toBe('W-000001');
  expect(numbersOf('first')).toEqual(['W-000001-001']);
});

test('the open invoice of a draft that is paid by card is named by the number of its order', async () => {
  const { world, submit } = openDrafts(['first']);
  const openInvoice = { orderId: 'first', issuedAt: null };
  world.putRow(
    invoice,
    buildInvoice({ ...openInvoice, id: 'i1', invoiceNumber: draftInvoiceNumber(draftKey('first')) }),
  );
  world.putRow(
    invoice,
    buildInvoice({ ...openInvoice, id: 'i2', invoiceNumber: draftInvoiceNumber(draftKey('first'), 2) }),
  );
  await submit('first');
  expect(['i1', 'i2'].map((id) => world.one(invoice, id)?.invoiceNumber)).toEqual([
    'DRAFT-W-000001',
    'DRAFT-W-000001-2',
  ]);
});
