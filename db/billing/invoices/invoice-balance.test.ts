import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PAYMENT_KINDS,
  PAYMENT_LIFECYCLE,
  PAYMENT_STATUSES,
  type Payment,
} from '#db/billing/payments/payment.ts';
import { buildInvoice, buildPayment } from '#db/factories/build-billing.ts';
import { amountPaid, calculateInvoiceBalance, orderPaymentStatus } from './invoice-balance.ts';
import { INVOICE_LIFECYCLE, invoiceSteps } from './invoice-lifecycle.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice-status.ts';

const invoice = buildInvoice({ totalDue: 1000, subtotal: 1000, dueDate: '2026-12-10' });
const balanceOf = (payments: readonly Partial<Payment>[], today = '2026-11-21') =>
  calculateInvoiceBalance({
    invoice,
    payments: payments.map((one, index) => buildPayment({ attempt: index + 1, ...one })),
    today,
  });

describe('the balance of an invoice', () => {
  it.each([
    ['nothing was tried', [], 'BILLED'],
    ['a payment is open', [{ amount: 1000, status: 'PENDING' }], 'AWAITING_PAYMENT'],
    ['a payment is processing', [{ amount: 1000, status: 'PROCESSING' }], 'PROCESSING'],
    ['an open payment was canceled', [{ amount: 1000, status: 'CANCELED' }], 'BILLED'],
    ['the card was declined', [{ amount: 1000, status: 'FAILED' }], 'FAILED'],
    ['all of it came', [{ amount: 1000 }], 'PAID_IN_FULL'],
    ['more than all of it came', [{ amount: 1200 }], 'PAID_IN_FULL'],
    ['a part came', [{ amount: 400 }], 'PARTIALLY_PAID'],
    [
      'a part came and the next failed',
      [{ amount: 400 }, { amount: 600, status: 'FAILED' }],
      'PARTIALLY_FAILED',
    ],
    [
      'the first failed and a part came',
      [{ amount: 600, status: 'FAILED' }, { amount: 400 }],
      'PARTIALLY_PAID',
    ],
    ['a part was given back', [{ amount: 1000 }, { kind: 'REFUND', amount: -1 }], 'PARTIALLY_PAID'],
    ['all was given back', [{ amount: 1000 }, { kind: 'REFUND', amount: -1000 }], 'BILLED'],
    ['the rest was written off', [{ amount: 400 }, { kind: 'WRITE_OFF', amount: 600 }], 'PAID_IN_FULL'],
    [
      'a refund waits',
      [{ amount: 1000 }, { kind: 'REFUND', amount: -1000, status: 'PENDING' }],
      'PAID_IN_FULL',
    ],
    [
      'a part came while another is processing',
      [{ amount: 400 }, { amount: 600, status: 'PROCESSING' }],
      'PROCESSING',
    ],
    [
      'all of it came while another is processing',
      [{ amount: 1000 }, { amount: 1000, status: 'PROCESSING' }],
      'PROCESSING',
    ],
  ] as const)('when %s', (_, payments, status) => {
    expect(balanceOf(payments).status).toBe(status);
  });

  it('awaits payment after the due date, and before it was issued', () => {
    expect(balanceOf([], '2026-12-10').status).toBe('BILLED');
    expect(balanceOf([], '2026-12-11').status).toBe('AWAITING_PAYMENT');
    const draft = { totalDue: 1000, issuedAt: null, dueDate: null };
    expect(calculateInvoiceBalance({ invoice: draft, payments: [], today: '2026-11-21' }).status).toBe(
      'AWAITING_PAYMENT',
    );
  });

  it('has the paid amount and the amount due', () => {
    expect(balanceOf([{ amount: 400 }, { kind: 'REFUND', amount: -100 }])).toMatchObject({
      amountPaid: 300,
      balance: 700,
    });
    expect(balanceOf([{ amount: 1200 }])).toMatchObject({ amountPaid: 1200, balance: -200 });
  });
});

const anyPayment = fc
  .record({
    kind: fc.constantFrom(...PAYMENT_KINDS),
    size: fc.integer({ min: 1, max: 1500 }),
    status: fc.constantFrom(...PAYMENT_STATUSES),
    attempt: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ size, kind, ...rest }) =>
    buildPayment({ ...rest, kind, amount: kind === 'REFUND' ? -size : size }),
  );

describe('any series of payments', () => {
  it('loses or doubles no cent, in any order of reading', () => {
    fc.assert(
      fc.property(fc.array(anyPayment, { maxLength: 8 }), (payments) => {
        const balance = calculateInvoiceBalance({ invoice, payments, today: '2026-11-21' });
        expect(balance.amountPaid + balance.balance).toBe(invoice.totalDue);
        expect(balance.amountPaid).toBe(amountPaid(payments));
        expect(
          calculateInvoiceBalance({ invoice, payments: [...payments].reverse(), today: '2026-11-21' }),
        ).toEqual(balance);
        expect(balance.status === 'PAID_IN_FULL').toBe(
          balance.balance <= 0 && balance.status !== 'PROCESSING',
        );
      }),
    );
  });

  it('changes an issued invoice by listed transitions only', () => {
    const changes = fc.array(
      fc.record({
        kind: fc.constantFrom(...PAYMENT_KINDS),
        size: fc.integer({ min: 1, max: 1500 }),
        which: fc.nat(9),
        to: fc.nat(9),
      }),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(changes, fc.boolean(), (list, overdue) => {
        const today = overdue ? '2026-12-11' : '2026-11-21';
        const payments: Payment[] = [];
        let status: InvoiceStatus = calculateInvoiceBalance({ invoice, payments, today }).status;
        for (const { kind, size, which: index, to } of list) {
          change(payments, { kind, size, index, to });
          const next = calculateInvoiceBalance({ invoice, payments, today }).status;
          const steps = invoiceSteps(status, next);
          expect(steps, `${status} to ${next}`).toBeDefined();
          status = next;
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Add a payment, or set the next status of an existing one; refunds never exceed what was paid. */
function change(
  payments: Payment[],
  { kind, size, index, to }: { kind: Payment['kind']; size: number; index: number; to: number },
): void {
  const known = payments[index];
  if (known) {
    const next = PAYMENT_LIFECYCLE[known.status];
    const status = next[to % Math.max(1, next.length)];
    if (status) payments[index] = { ...known, status };
    return;
  }
  const expectedPaid = amountPaid(payments);
  if (kind === 'REFUND' && expectedPaid <= 0) return;
  const amount = kind === 'REFUND' ? -Math.min(size, expectedPaid) : size;
  const recorded = kind === 'CARD' ? 'PENDING' : 'SUCCEEDED';
  payments.push(buildPayment({ kind, amount, status: recorded, attempt: payments.length + 1 }));
}

describe('the payment status of an order', () => {
  const invoices = (...statuses: InvoiceStatus[]) =>
    statuses.map((status, index) =>
      buildInvoice({ status, voided: status === 'VOID', createdAt: `2026-11-0${index + 1}T08:00:00.000Z` }),
    );

  it('is that of its invoice that is neither void nor canceled', () => {
    expect(orderPaymentStatus(invoices('VOID', 'BILLED'))).toBe('BILLED');
    expect(orderPaymentStatus(invoices('PAID_IN_FULL', 'VOID'))).toBe('PAID_IN_FULL');
  });

  it('is the least advanced of several', () => {
    expect(orderPaymentStatus(invoices('PAID_IN_FULL', 'SERVICE_IN_PROGRESS'))).toBe('SERVICE_IN_PROGRESS');
    expect(orderPaymentStatus(invoices('AWAITING_PAYMENT', 'FAILED'))).toBe('FAILED');
    expect(orderPaymentStatus(invoices('BILLED', 'PARTIALLY_PAID', 'PENDING'))).toBe('BILLED');
  });

  it('is that of the newest when all are void or canceled, and pending without any', () => {
    expect(orderPaymentStatus(invoices('CANCELED', 'VOID'))).toBe('VOID');
    expect(orderPaymentStatus([])).toBe('PENDING');
    expect(orderPaymentStatus(invoices('BILLED').map((one) => ({ ...one, deleted: true })))).toBe('PENDING');
  });

  it('knows every status of the table', () => {
    for (const status of INVOICE_STATUSES) expect(orderPaymentStatus(invoices(status))).toBe(status);
    expect(Object.keys(INVOICE_LIFECYCLE).sort()).toEqual([...INVOICE_STATUSES].sort());
  });
});
