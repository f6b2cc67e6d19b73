import { expect, test } from 'vitest';
import type { InvoiceActionName } from '#db/billing/invoice-actions.ts';
import { paymentActs } from './invoice-payments.tsx';

test('only what the server names is offered on a payment', () => {
  const check = { kind: 'CHECK', status: 'SUCCEEDED', refundable: 100, refundsPaymentId: null } as const;
  const both: InvoiceActionName[] = ['record-refund', 'record-bounced'];
  const payments = [
    { id: 'card', kind: 'CARD' as const },
    { id: 'check', kind: 'CHECK' as const },
  ];
  const acts = (payment: Parameters<typeof paymentActs>[0], actions = both) =>
    paymentActs(payment, { actions, payments });
  expect(acts(check)).toEqual(both);
  expect(acts(check, ['send'])).toEqual([]);
  expect(acts({ ...check, kind: 'CARD' })).toEqual(['record-refund']);
  expect(acts({ ...check, kind: 'WRITE_OFF', refundable: 0 })).toEqual(['record-bounced']);
  const refund = { kind: 'REFUND', status: 'PENDING', refundable: 0, refundsPaymentId: 'check' } as const;
  expect(acts(refund)).toEqual(['record-refund']);
  // The processor gives it back; only what failed there is tried again by somebody.
  expect(acts({ ...refund, refundsPaymentId: 'card' })).toEqual([]);
  expect(acts({ ...refund, refundsPaymentId: 'card', status: 'FAILED' })).toEqual(['record-refund']);
});
