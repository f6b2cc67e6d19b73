import { describe, expect, test } from 'vitest';
import {
  assertPriceAdjustmentTransition,
  PRICE_ADJUSTMENT_LIFECYCLE,
  PRICE_ADJUSTMENT_STATUS,
} from '#db/billing/adjustments/price-adjustment.ts';
import { assertPaymentTransition, PAYMENT_LIFECYCLE, PAYMENT_STATUS } from '#db/billing/payments/payment.ts';
import {
  APPROVAL_LIFECYCLE,
  APPROVAL_STATUS,
  assertApprovalTransition,
} from '#db/ordering/approvals/order-approval.ts';
import { assertServiceTransition, SERVICE_LIFECYCLE, SERVICE_STATUS } from '#db/ordering/services/service.ts';
import { assertShipmentTransition, SHIPMENT_LIFECYCLE } from '#db/ordering/shipments/shipment.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipments/shipment-status.ts';
import { assertProjectTransition, PROJECT_LIFECYCLE, PROJECT_STATUS } from '#db/research/project.ts';
import { cannotChange, type Lifecycle, type StatusWords } from '#db/values/lifecycle.ts';
import { assertInvoiceTransition, INVOICE_LIFECYCLE, invoiceSteps } from './invoice-lifecycle.ts';
import { INVOICE_STATUS } from './invoice-status.ts';

interface Machine {
  name: string;
  table: Lifecycle<string>;
  assert: (from: string, to: string) => void;
  refusal: (from: string, to: string) => string;
  start: string;
  /** Statuses without a following status. */
  ends: readonly string[];
}

const machine = <S extends string>(
  name: string,
  table: Lifecycle<S>,
  labels: StatusWords<S>,
  assert: (from: S, to: S) => void,
  start: S,
  ends: readonly S[],
): Machine => {
  const statuses = Object.keys(table) as S[];
  const known = (status: string): S => {
    const matchedStatus = statuses.find((one) => one === status);
    if (!matchedStatus) throw new Error(`${name} has no ${status}.`);
    return matchedStatus;
  };
  return {
    name,
    table,
    assert: (from, to) => assert(known(from), known(to)),
    refusal: (from, to) => cannotChange(labels, known(from), known(to)),
    start,
    ends,
  };
};

const MACHINES: readonly Machine[] = [
  machine('invoice', INVOICE_LIFECYCLE, INVOICE_STATUS, assertInvoiceTransition, 'PENDING', [
    'CANCELED',
    'VOID',
  ]),
  machine('payment', PAYMENT_LIFECYCLE, PAYMENT_STATUS, assertPaymentTransition, 'PENDING', ['CANCELED']),
  machine(
    'price adjustment',
    PRICE_ADJUSTMENT_LIFECYCLE,
    PRICE_ADJUSTMENT_STATUS,
    assertPriceAdjustmentTransition,
    'PROPOSED',
    ['APPROVED', 'REJECTED'],
  ),
  machine('project', PROJECT_LIFECYCLE, PROJECT_STATUS, assertProjectTransition, 'ACTIVE', []),
  machine('shipment', SHIPMENT_LIFECYCLE, SHIPMENT_STATUS, assertShipmentTransition, 'NOT_STARTED', [
    'RECEIVED',
  ]),
  machine('service', SERVICE_LIFECYCLE, SERVICE_STATUS, assertServiceTransition, 'NOT_A_SERVICE', []),
  machine('approval', APPROVAL_LIFECYCLE, APPROVAL_STATUS, assertApprovalTransition, 'OPEN', [
    'APPROVED',
    'RETURNED',
    'DECLINED',
    'WITHDRAWN',
  ]),
];

describe.each(MACHINES)('the life cycle of a $name', ({ table, assert, refusal, start, ends }) => {
  const statuses = Object.keys(table);

  test('leads from its first status to every status', () => {
    const matchedStatus = new Set([start]);
    for (const status of matchedStatus) for (const next of table[status] ?? []) matchedStatus.add(next);
    expect([...matchedStatus].sort()).toEqual([...statuses].sort());
  });

  test('allows the listed transitions and refuses others, naming both statuses', () => {
    for (const from of statuses) {
      for (const to of statuses) {
        if (table[from]?.includes(to)) expect(() => assert(from, to)).not.toThrow();
        else expect(() => assert(from, to)).toThrow(refusal(from, to));
      }
    }
  });

  test('ends in statuses without a transition', () => {
    expect(statuses.filter((status) => table[status]?.length === 0).sort()).toEqual([...ends].sort());
  });
});

test('a card that is declined at once was processing before it failed', () => {
  expect(invoiceSteps('BILLED', 'FAILED')).toEqual(['PROCESSING', 'FAILED']);
  expect(invoiceSteps('BILLED', 'PARTIALLY_PAID')).toEqual(['PARTIALLY_PAID']);
  expect(invoiceSteps('BILLED', 'BILLED')).toEqual([]);
  expect(invoiceSteps('VOID', 'BILLED')).toBeUndefined();
  expect(invoiceSteps('PENDING', 'PAID_IN_FULL')).toBeUndefined();
});

test('an invoice with a received or pending payment cannot be canceled', () => {
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
