import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BillNowCandidate } from '#db/billing/invoices/listed-invoice.ts';
import {
  buildInvoiceLine,
  buildListedInvoice,
  buildPayment,
  buildShownInvoice,
} from '#db/factories/build-billing.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import {
  type BillingServer,
  fill,
  openWindow,
  press,
  stubBillingServer,
} from '#pwa/testing/billing-window.tsx';
import { BillingQueuePage, BillNowDialog } from './billing-queue-page.tsx';
import { ToIssue } from './billing-queue-parts.tsx';
import { ActionDialog } from './invoice-action-dialog.tsx';
import { centsOf, type InvoiceActionRequest } from './invoice-action-input.ts';
import { InvoiceNotices } from './invoice-facts.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { periodProblem, statementFile, thisYear } from './statement-page.tsx';

vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { labTimezone: 'America/New_York', user: { role: 'COMPANY_USER' } } }),
}));

let server: BillingServer;
const close = vi.fn();
const after = vi.fn();
beforeEach(() => {
  server = stubBillingServer();
  close.mockClear();
  after.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const ask = (request: InvoiceActionRequest, invoiceView = buildShownInvoice()) =>
  openWindow(
    <ActionDialog invoiceView={invoiceView} request={request} open onClose={close} onDone={after} />,
  );

test('a check is recorded with its number, day and amount; the balance is proposed', async () => {
  const dialog = await ask({ name: 'record-payment', payment: null });
  expect(dialog.getByLabelText(/Amount/)).toHaveProperty('value', '1000.00');
  press(dialog, 'Record payment');
  expect(await dialog.findByText('Enter the number of the check or transfer.')).toBeTruthy();
  expect(server.requests).toEqual([]);
  fill(dialog, /Number of the check/, 'CH-77');
  fill(dialog, /Amount/, '250.50');
  press(dialog, 'Record payment');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]).toMatchObject({
    path: '/api/billing/invoice/invoice-1/payments',
    body: { kind: 'CHECK', amount: 25_050, reference: 'CH-77', reason: null },
  });
});

test('late in the evening the proposed day is still the lab’s day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T04:30:00Z') });
  const dialog = await ask({ name: 'record-payment', payment: null });
  expect(dialog.getByLabelText(/Received on/)).toHaveProperty('value', '2025-12-31');
});

test('a write-off needs a reason and no number', async () => {
  const dialog = await ask({ name: 'record-payment', payment: null });
  fill(dialog, /Payment method/, 'WRITE_OFF');
  press(dialog, 'Record payment');
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  expect(dialog.queryByLabelText(/Number of the check/)).toBeNull();
});

test('an invoice is issued for the total that was shown; a refusal appears in the dialog', async () => {
  server.answer = () =>
    Response.json({ error: 'The total has changed.', code: 'TOTAL_CHANGED' }, { status: 409 });
  const dialog = await ask({ name: 'issue', payment: null });
  press(dialog, 'Issue invoice');
  expect(await dialog.findByText('The total has changed.')).toBeTruthy();
  expect(server.requests[0]).toEqual({
    path: '/api/billing/invoice/invoice-1/issue',
    body: { seenTotal: 100_000 },
  });
  expect(after).not.toHaveBeenCalled();
});

test('a refund cannot exceed the payment and needs a reason', async () => {
  const payment = { ...buildPayment({ id: 'payment-1' }), recordedByName: null, refundable: 40_000 };
  const dialog = await ask({ name: 'record-refund', payment });
  fill(dialog, /Amount/, '400.01');
  press(dialog, 'Refund to card');
  expect(await dialog.findByText('Exceeds the refundable amount.')).toBeTruthy();
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  fill(dialog, /Amount/, '400');
  fill(dialog, /Reason/, 'Tube lost');
  press(dialog, 'Refund to card');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]).toEqual({
    path: '/api/billing/invoice/invoice-1/refunds',
    body: { paymentId: 'payment-1', amount: 40_000, reason: 'Tube lost' },
  });
});

test('a void invoice needs a reason', async () => {
  const dialog = await ask({ name: 'void', payment: null });
  press(dialog, 'Void invoice');
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  fill(dialog, /Reason/, 'Wrong company');
  press(dialog, 'Void invoice');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]).toEqual({
    path: '/api/billing/invoice/invoice-1/void',
    body: { reason: 'Wrong company' },
  });
});

test('a pending refund is paid out in full with the number of its check; a failed one is only tried again', async () => {
  const pendingRefund = {
    ...buildPayment({ id: 'refund-1', kind: 'REFUND', amount: -5000, status: 'PENDING', reason: 'Too much' }),
    recordedByName: null,
    refundable: 0,
  };
  const dialog = await ask({ name: 'record-refund', payment: pendingRefund });
  fill(dialog, /Amount/, '20');
  press(dialog, 'Record refund');
  expect(await dialog.findByText('The full amount must be refunded.')).toBeTruthy();
  fill(dialog, /Amount/, '50');
  fill(dialog, /Number of the check/, 'R-9');
  press(dialog, 'Record refund');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]?.body).toEqual({
    paymentId: 'refund-1',
    amount: 5000,
    reason: 'Too much',
    reference: 'R-9',
  });
  cleanup();
  const retryDialog = await ask({ name: 'record-refund', payment: { ...pendingRefund, status: 'FAILED' } });
  expect(retryDialog.queryByLabelText(/Number of the check/)).toBeNull();
  expect(retryDialog.getByRole('button', { name: 'Try refund again' })).toBeTruthy();
});

test('a write-off is reversed under its own name', async () => {
  const payment = {
    ...buildPayment({ id: 'off-1', kind: 'WRITE_OFF', amount: 5000 }),
    recordedByName: null,
    refundable: 0,
  };
  const dialog = await ask({ name: 'record-bounced', payment });
  fill(dialog, /Reason/, 'They paid after all');
  press(dialog, 'Reverse write-off');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]).toEqual({
    path: '/api/billing/invoice/invoice-1/payments/off-1/bounced',
    body: { reason: 'They paid after all' },
  });
});

test('the lines add up to the total; a void invoice links to its correction', async () => {
  const specimens = [{ id: 's', requisitionNumber: 'W-1-001', customerSampleId: 'A' }];
  const invoiceView = buildShownInvoice(
    { status: 'VOID', voidReason: 'Wrong rate' },
    {
      lines: [{ ...buildInvoiceLine(), specimens }],
      correctedBy: { id: 'invoice-2', invoiceNumber: 'INV-W-26-000002', status: 'BILLED', totalDue: 1 },
    },
  );
  const invoiceLink = (id: string) => ({ to: '/billing/invoices/$id' as const, params: { id } });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <InvoiceNotices invoiceView={invoiceView} invoiceLink={invoiceLink} staff />
          <InvoiceLines invoiceView={invoiceView} />
        </>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('This invoice is void. Do not pay it.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'INV-W-26-000002' }).getAttribute('href')).toBe(
    '/billing/invoices/invoice-2',
  );
  expect(screen.getByText('W-1-001 (A)')).toBeTruthy();
  expect(screen.getAllByText('$1,000.00')).toHaveLength(2);
});

test('a disputed payment explains what happened and what to do, to billing and to the customer', () => {
  const disputed = { status: 'FAILED' as const, amount: 40_000, disputedAmount: 40_000 };
  const payment = buildPayment({ ...disputed, failureCode: 'charge_disputed' });
  const invoiceView = buildShownInvoice(
    { status: 'FAILED' },
    { payments: [{ ...payment, recordedByName: null, refundable: 0 }] },
  );
  const { rerender } = render(<InvoiceNotices invoiceView={invoiceView} invoiceLink={() => null} staff />);
  expect(screen.getByText('The owner of the card disputes $400.00.')).toBeTruthy();
  expect(screen.getByText(/Respond in the card processor’s dashboard/)).toBeTruthy();
  rerender(<InvoiceNotices invoiceView={invoiceView} invoiceLink={() => null} staff={false} />);
  expect(screen.getByText(/^The money went back to the card, so it is owed again\. Pay in/)).toBeTruthy();
  const paidView = { ...invoiceView, invoice: { ...invoiceView.invoice, balance: 0 } };
  rerender(<InvoiceNotices invoiceView={paidView} invoiceLink={() => null} staff />);
  expect(screen.queryByText(/disputes/)).toBeNull();
  const lost = { ...payment, failureCode: 'dispute_lost', recordedByName: null, refundable: 0 };
  rerender(
    <InvoiceNotices invoiceView={{ ...invoiceView, payments: [lost] }} invoiceLink={() => null} staff />,
  );
  expect(screen.getByText('The dispute over $400.00 was lost.')).toBeTruthy();
  expect(screen.queryByText(/Respond in the card processor/)).toBeNull();
});

test('finished specimens are billed now, except those that are deselected', async () => {
  const one = (id: string, salesPrice: number) => ({
    id,
    requisitionNumber: `W-1-00${id}`,
    customerSampleId: null,
    completedAt: null,
    salesPrice,
  });
  const order: BillNowCandidate = {
    orderId: 'order-1',
    orderNumber: 'W-000123',
    orderStatus: 'PROCESSING',
    companyId: 'company-1',
    companyName: 'Northfield',
    serviceName: 'Genome',
    invoiceId: 'invoice-1',
    specimens: [one('1', 20_000), one('2', 30_000)],
    inWork: 2,
    amount: 50_000,
  };
  const dialog = await openWindow(<BillNowDialog order={order} open onClose={close} onBilled={after} />);
  expect(dialog.getByText('$500.00')).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: /W-1-002/ }));
  press(dialog, 'Bill 1 specimen');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]).toEqual({
    path: '/api/billing/invoice/bill-now',
    body: { orderId: 'order-1', specimenIds: ['1'] },
  });
});

test('a statement needs days in order and one organization', () => {
  expect(periodProblem('2026-02-01', '2026-01-01')).toBe('The first day is after the last day.');
  expect(thisYear('2025-12-31')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  const request = { companyId: 'c', from: '2026-01-01', to: '2026-02-01' };
  expect(statementFile('billing', request, 'pdf')).toBe(
    '/api/billing/statement/pdf?from=2026-01-01&to=2026-02-01&companyId=c',
  );
  expect(statementFile('invoices', request, 'csv')).toBe(
    '/api/invoices/statement/export?from=2026-01-01&to=2026-02-01&companyId=c&format=csv',
  );
});

test('typed money is parsed', () => {
  expect([centsOf('1,250.5'), centsOf('$3'), centsOf('0.05'), centsOf('-3'), centsOf('1.234')]).toEqual([
    125_050,
    300,
    5,
    null,
    null,
  ]);
});

test('a user with queue access but no billing access sees a message, and nothing is queried', () => {
  render(
    <OnlineQueries>
      <BillingQueuePage onOpen={vi.fn()} />
    </OnlineQueries>,
  );
  expect(screen.getByText('Your role cannot view the billing queue')).toBeTruthy();
  expect(server.requests).toEqual([]);
});

test('invoices to issue are searched by order, organization and service', () => {
  const row = (orderNumber: string, companyName: string) =>
    buildListedInvoice({ id: orderNumber, orderNumber, companyName });
  render(
    <ToIssue
      rows={[row('W-000133', 'Harbor'), row('W-000134', 'Northfield')]}
      onOpen={after}
      link={({ id }) => ({ to: '/billing/invoices/$id', params: { id } })}
    />,
  );
  expect(screen.getByRole('link', { name: /W-000134/ }).getAttribute('href')).toBe(
    '/billing/invoices/W-000134',
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'north' } });
  expect(screen.queryByText('W-000133')).toBeNull();
  expect(screen.getAllByText('W-000134').length).toBeGreaterThan(0);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
  expect(screen.getByText(/ match “nobody”$/)).toBeTruthy();
});
