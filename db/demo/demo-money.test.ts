import { beforeAll, describe, expect, it } from 'vitest';
import { invoice, invoiceLine } from '#db/billing/invoices/invoice.ts';
import { calculateInvoiceBalance, orderPaymentStatus } from '#db/billing/invoices/invoice-balance.ts';
import { INVOICE_LIFECYCLE, PAYABLE_STATUSES } from '#db/billing/invoices/invoice-lifecycle.ts';
import { invoiceSequence } from '#db/billing/invoices/invoice-number.ts';
import { InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { price } from '#db/billing/prices/price.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { order } from '#db/ordering/orders/order.ts';
import { orderSequence } from '#db/ordering/orders/order-number.ts';
import { patient } from '#db/patients/patient.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { buildDemoLab, type DemoLab } from './demo-lab.ts';
import type { DemoWorld } from './demo-world.ts';

const NOW = '2026-11-21T14:00:00.000Z';
const byTime = (one: { occurredAt: string; id: string }, other: { occurredAt: string; id: string }) =>
  `${one.occurredAt} ${one.id}` < `${other.occurredAt} ${other.id}` ? -1 : 1;
const SETTINGS = { now: NOW, labTimezone: 'America/New_York', passwordHash: 'x', pinHash: 'y' };

let lab: DemoLab;
beforeAll(async () => {
  lab = await buildDemoLab(SETTINGS);
});

describe.each(BUSINESS_ENTITIES)('the money of the demo lab %s', (entity) => {
  let demo: DemoWorld;
  beforeAll(() => {
    demo = lab[entity];
  });

  it('has an invoice for every submitted order, with lines that sum to its total', () => {
    for (const row of demo.all(order)) {
      const orderInvoices = demo.select(invoice, { orderId: row.id });
      const counting = orderInvoices.filter(({ status }) => status !== 'VOID');
      expect(counting).toHaveLength(row.status === 'DRAFT' ? 0 : 1);
      for (const { id, totalDue } of orderInvoices) {
        const lines = demo.select(invoiceLine, { invoiceId: id });
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(totalDue);
        // The orderer does not owe what the sponsor of a campaign is billed.
        expect(row.orderType === 'CAMPAIGN' ? 0 : totalDue).toBe(row.total);
        expect(lines.flatMap((line) => line.specimenIds).sort()).toEqual(
          demo.select(specimen, { orderId: row.id }).map((one) => one.id),
        );
      }
    }
  });

  it('has the status that its payments give, on the invoice, the order and each specimen', () => {
    for (const row of demo.all(order)) {
      const orderInvoices = demo.select(invoice, { orderId: row.id });
      if (orderInvoices.length > 0) expect(row.paymentStatus).toBe(orderPaymentStatus(orderInvoices));
      for (const one of orderInvoices.filter(({ issuedAt, voided }) => issuedAt !== null && !voided)) {
        const payments = demo.select(payment, { invoiceId: one.id });
        const { amountPaid, status } = calculateInvoiceBalance({
          invoice: one,
          payments,
          today: NOW.slice(0, 10),
        });
        expect({ paid: one.amountPaid, status: one.status }).toEqual({ paid: amountPaid, status });
        const specimens = demo.select(specimen, { orderId: row.id });
        expect(specimens.every(({ paidFor }) => paidFor === (status === 'PAID_IN_FULL'))).toBe(true);
      }
    }
  });

  it('has an overdue invoice, and a voided one with its correction', () => {
    const all = demo.all(invoice);
    const overdue = all.filter(
      ({ dueDate, status }) => status === 'AWAITING_PAYMENT' && (dueDate ?? NOW) < NOW,
    );
    expect(overdue).not.toEqual([]);
    const corrected = all.flatMap(({ correctsInvoiceId }) => correctsInvoiceId ?? []);
    expect(corrected.map((id) => demo.world.one(invoice, id)?.status)).toContain('VOID');
  });

  it('has a history of listed transitions for every invoice', () => {
    for (const one of demo.all(invoice)) {
      const loggedEvents = demo.select(event, { targetType: 'Invoice', targetId: one.id });
      expect(loggedEvents.map(({ type }) => type)).toContain('INVOICE_CREATED');
      expect(loggedEvents.some(({ type }) => type === 'INVOICE_ISSUED')).toBe(one.issuedAt !== null);
      let status: string = 'PENDING';
      for (const { data } of loggedEvents.sort(byTime)) {
        if (data['to'] === undefined) continue;
        expect(data['from']).toBe(status);
        expect(INVOICE_LIFECYCLE[InvoiceStatus.parse(status)]).toContain(data['to']);
        status = String(data['to']);
      }
      expect(status).toBe(one.status);
    }
  });

  it('has a running order with completed work, so that it can be billed now', () => {
    const candidates = demo
      .select(invoice, { status: 'SERVICE_IN_PROGRESS' })
      .map(({ orderId }) => demo.select(specimen, { orderId }))
      .filter((all) => all.some(({ status }) => status === 'COMPLETED'));
    expect(candidates).toHaveLength(1);
    for (const all of candidates) {
      const done = all.filter(({ completedAt }) => completedAt !== null);
      expect(done).toHaveLength(3);
      for (const each of done) expect(each.resultsReleasedAt).toBe(each.completedAt);
      expect(all.length).toBeGreaterThan(done.length);
    }
  });

  it('numbers its invoices in order of issue without a gap, and knows the next numbers', () => {
    const issued = demo.all(invoice).filter(({ issuedAt }) => issuedAt !== null);
    const byIssue = issued.toSorted((one, other) => ((one.issuedAt ?? '') < (other.issuedAt ?? '') ? -1 : 1));
    expect(new Set(issued.map(({ issuedAt }) => issuedAt)).size).toBe(issued.length);
    const numbers = byIssue.map(({ invoiceNumber }) => Number(invoiceNumber.slice(-6)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    for (const { correctsInvoiceId, issuedAt } of byIssue) {
      const wrong = demo.select(event, { targetId: correctsInvoiceId ?? '', type: 'INVOICE_VOIDED' });
      expect(wrong).toHaveLength(correctsInvoiceId === null ? 0 : 1);
      for (const { occurredAt } of wrong) expect(occurredAt < (issuedAt ?? '')).toBe(true);
    }
    expect(demo.all(invoiceSequence)).toMatchObject([{ year: 2026, last: issued.length }]);
    const orders = demo.all(order).map(({ orderNumber }) => Number(orderNumber?.slice(2) ?? 0));
    expect(demo.all(orderSequence)).toMatchObject([{ last: Math.max(...orders) }]);
    expect(issued.some(({ status }) => PAYABLE_STATUSES.some((one) => one === status))).toBe(true);
  });

  it('prices every service, and has an open approval for every order that waits for one', () => {
    for (const { protocolId } of demo.all(order))
      expect(demo.select(price, { protocolId }).length).toBeGreaterThan(2);
    for (const row of demo.all(order)) {
      const open = demo.select(orderApproval, { orderId: row.id, status: 'OPEN' });
      expect(open.length > 0).toBe(row.status === 'PENDING_APPROVAL' || row.status === 'PO_UNDER_REVIEW');
    }
  });

  it('has patients only for a clinic, each with a unique number', () => {
    const numbers = demo.all(patient).map(({ medicalRecordNumber }) => medicalRecordNumber);
    expect(numbers.length > 10).toBe(entity === 'RESONANT');
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
