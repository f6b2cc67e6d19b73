import { expect, test } from 'vitest';
import type { InvoiceActionName } from '#db/billing/invoices/invoice-actions.ts';
import { paymentActionsFor } from './invoice-payments.tsx';

test('only the actions that the server names are offered on a payment', () => {
  const check = { kind: 'CHECK', status: 'SUCCEEDED', refundable: 100, refundsPaymentId: null } as const;
  const both: InvoiceActionName[] = ['record-refund', 'record-bounced'];
  const payments = [
    { id: 'card', kind: 'CARD' as const },
    { id: 'check', kind: 'CHECK' as const },
  ];
  const actionsOf = (payment: Parameters<typeof paymentActionsFor>[0], actions = both) =>
    paymentActionsFor(payment, { actions, payments });
  expect(actionsOf(check)).toEqual(both);
  expect(actionsOf(check, ['send'])).toEqual([]);
  expect(actionsOf({ ...check, kind: 'CARD' })).toEqual(['record-refund']);
  expect(actionsOf({ ...check, kind: 'WRITE_OFF', refundable: 0 })).toEqual(['record-bounced']);
  const refund = { kind: 'REFUND', status: 'PENDING', refundable: 0, refundsPaymentId: 'check' } as const;
  expect(actionsOf(refund)).toEqual(['record-refund']);
  // The processor refunds it; users only retry a failed refund.
  expect(actionsOf({ ...refund, refundsPaymentId: 'card' })).toEqual([]);
  expect(actionsOf({ ...refund, refundsPaymentId: 'card', status: 'FAILED' })).toEqual(['record-refund']);
});
