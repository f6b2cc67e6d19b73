import { describe, expect, test } from 'vitest';
import { APPROVAL_LIFECYCLE, assertApprovalTransition } from '#db/ordering/approval-lifecycle.ts';
import { assertServiceTransition, SERVICE_LIFECYCLE } from '#db/ordering/service-lifecycle.ts';
import { assertShipmentTransition, SHIPMENT_LIFECYCLE } from '#db/ordering/shipment-lifecycle.ts';
import { assertProjectTransition, PROJECT_LIFECYCLE } from '#db/research/project-lifecycle.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import { assertInvoiceTransition, INVOICE_LIFECYCLE, invoiceSteps } from './invoice-lifecycle.ts';
import { assertPaymentTransition, PAYMENT_LIFECYCLE } from './payment-lifecycle.ts';
import { assertPriceAdjustmentTransition, PRICE_ADJUSTMENT_LIFECYCLE } from './price-adjustment-lifecycle.ts';

interface Machine {
  name: string;
  table: Lifecycle<string>;
  assert: (from: string, to: string) => void;
  start: string;
  /** Statuses that nothing follows. */
  ends: readonly string[];
}

const machine = <S extends string>(
  name: string,
  table: Lifecycle<S>,
  assert: (from: S, to: S) => void,
  start: S,
  ends: readonly S[],
): Machine => {
  const statuses = Object.keys(table) as S[];
  const known = (status: string): S => {
    const found = statuses.find((one) => one === status);
    if (!found) throw new Error(`${name} has no ${status}.`);
    return found;
  };
  return { name, table, assert: (from, to) => assert(known(from), known(to)), start, ends };
};

const MACHINES: readonly Machine[] = [
  machine('invoice', INVOICE_LIFECYCLE, assertInvoiceTransition, 'PENDING', ['CANCELED', 'VOID']),
  machine('payment', PAYMENT_LIFECYCLE, assertPaymentTransition, 'PENDING', ['CANCELED']),
  machine('price adjustment', PRICE_ADJUSTMENT_LIFECYCLE, assertPriceAdjustmentTransition, 'PROPOSED', [
    'APPROVED',
    'REJECTED',
  ]),
  machine('project', PROJECT_LIFECYCLE, assertProjectTransition, 'ACTIVE', []),
  machine('shipment', SHIPMENT_LIFECYCLE, assertShipmentTransition, 'NOT_STARTED', ['RECEIVED']),
  machine('service', SERVICE_LIFECYCLE, assertServiceTransition, 'NOT_A_SERVICE', []),
  machine('approval', APPROVAL_LIFECYCLE, assertApprovalTransition, 'OPEN', [
    'APPROVED',
    'RETURNED',
    'DECLINED',
    'WITHDRAWN',
  ]),
];

describe.each(MACHINES)('the life of a $name', ({ table, assert, start, ends }) => {
  const statuses = Object.keys(table);

  test('leads from its beginning to every status', () => {
    const found = new Set([start]);
    for (const status of found) for (const next of table[status] ?? []) found.add(next);
    expect([...found].sort()).toEqual([...statuses].sort());
  });

  test('allows what is listed and refuses all else with both statuses named', () => {
    for (const from of statuses) {
      for (const to of statuses) {
        if (table[from]?.includes(to)) expect(() => assert(from, to)).not.toThrow();
        else expect(() => assert(from, to)).toThrow(`Cannot change status from ${from} to ${to}.`);
      }
    }
  });

  test('ends where nothing follows', () => {
    expect(statuses.filter((status) => table[status]?.length === 0).sort()).toEqual([...ends].sort());
  });
});

test('a card that is declined at once has been processing before it failed', () => {
  expect(invoiceSteps('BILLED', 'FAILED')).toEqual(['PROCESSING', 'FAILED']);
  expect(invoiceSteps('BILLED', 'PARTIALLY_PAID')).toEqual(['PARTIALLY_PAID']);
  expect(invoiceSteps('BILLED', 'BILLED')).toEqual([]);
  expect(invoiceSteps('VOID', 'BILLED')).toBeUndefined();
  expect(invoiceSteps('PENDING', 'PAID_IN_FULL')).toBeUndefined();
});

test('an invoice that something was paid for or is being paid is not canceled', () => {
  const canceled = Object.entries(INVOICE_LIFECYCLE).filter(([, next]) => next.includes('CANCELED'));
  expect(canceled.map(([from]) => from)).toEqual([
    'PENDING',
    'SERVICE_IN_PROGRESS',
    'AWAITING_BILLING',
    'AWAITING_PAYMENT',
  ]);
  const voided = Object.entries(INVOICE_LIFECYCLE).filter(([, next]) => next.includes('VOID'));
  expect(voided.map(([from]) => from)).toEqual([
    'BILLED',
    'AWAITING_PAYMENT',
    'PARTIALLY_PAID',
    'PAID_IN_FULL',
    'PARTIALLY_FAILED',
    'FAILED',
  ]);
});
