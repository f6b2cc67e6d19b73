import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InvoiceActName } from '#db/billing/invoice-acts.ts';
import type { BillNowCandidate } from '#db/billing/listed-invoice.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { buildInvoice } from '#db/factories/build-invoice.ts';
import { buildInvoiceLine } from '#db/factories/build-invoice-line.ts';
import { buildPayment } from '#db/factories/build-payment.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog.tsx';
import { ActDialog, type AskedAct } from './act-dialog.tsx';
import { BillNowDialog } from './bill-now-dialog.tsx';
import { centsOf } from './cents.ts';
import { InvoiceNotices } from './invoice-facts.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { paymentActs } from './invoice-payments.tsx';
import { BillingQueuePage } from './queue-page.tsx';
import { ToIssue } from './queue-parts.tsx';
import { periodProblem, StatementButton, statementPath } from './statement-button.tsx';

const listed = {
  companyName: 'Northfield',
  orderNumber: 'W-000123',
  campaignCode: null,
  serviceName: 'Genome',
  overdueDays: 0,
};
const shownInvoice = (over: Partial<Omit<ShownInvoice['invoice'], 'orderId'>> = {}): ShownInvoice => {
  const row = buildInvoice({ id: 'invoice-1', totalDue: 100_000, ...over });
  return {
    invoice: { ...row, ...listed, balance: 100_000, ...over },
    order: null,
    company: { id: 'company-1', name: 'Northfield', paymentTermsDays: 30 },
    lines: [],
    payments: [],
    refundsDue: 0,
    corrects: null,
    correctedBy: null,
    others: [],
    history: [],
    actions: [],
  };
};

let sent: { path: string; body: unknown }[];
let answer: () => Response;
const close = vi.fn();
const after = vi.fn();
beforeEach(async () => {
  await loadDialogs();
  sent = [];
  close.mockClear();
  after.mockClear();
  answer = () => Response.json(shownInvoice());
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function ask(asked: AskedAct, shown = shownInvoice()) {
  render(
    <OnlineQueries>
      <ActDialog shown={shown} asked={asked} open onClose={close} onDone={after} />
    </OnlineQueries>,
  );
  return within(await screen.findByRole('dialog'));
}
type Dialog = Awaited<ReturnType<typeof ask>>;
const press = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole('button', { name }));
const fill = (dialog: Dialog, label: RegExp, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

test('a check is recorded with its number, day and amount; the balance is proposed', async () => {
  const dialog = await ask({ name: 'record-payment', payment: null });
  expect(dialog.getByLabelText(/Amount/)).toHaveProperty('value', '1000.00');
  press(dialog, 'Record payment');
  expect(dialog.getByText('Enter the number of the check or transfer.')).toBeTruthy();
  expect(sent).toEqual([]);
  fill(dialog, /Number of the check/, 'CH-77');
  fill(dialog, /Amount/, '250.50');
  press(dialog, 'Record payment');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(sent[0]).toMatchObject({
    path: '/api/billing/invoice/invoice-1/payments',
    body: { kind: 'CHECK', amount: 25_050, reference: 'CH-77', reason: null },
  });
});

test('a write-off wants a reason and no number', async () => {
  const dialog = await ask({ name: 'record-payment', payment: null });
  fill(dialog, /How it came/, 'WRITE_OFF');
  press(dialog, 'Record payment');
  expect(dialog.getByText('A reason is required.')).toBeTruthy();
  expect(dialog.queryByLabelText(/Number of the check/)).toBeNull();
});

test('an invoice is issued for the total that was looked at; a refusal is told in the window', async () => {
  answer = () => Response.json({ error: 'The total has changed.', code: 'TOTAL_CHANGED' }, { status: 409 });
  const dialog = await ask({ name: 'issue', payment: null });
  press(dialog, 'Issue invoice');
  expect(await dialog.findByText('The total has changed.')).toBeTruthy();
  expect(sent[0]).toEqual({ path: '/api/billing/invoice/invoice-1/issue', body: { seenTotal: 100_000 } });
  expect(after).not.toHaveBeenCalled();
});

test('not more is given back than came, and not without a reason', async () => {
  const payment = { ...buildPayment({ id: 'payment-1' }), recordedByName: null, refundable: 40_000 };
  const dialog = await ask({ name: 'record-refund', payment });
  fill(dialog, /Amount/, '400.01');
  press(dialog, 'Record refund');
  expect(dialog.getByText('More than may go back of this payment.')).toBeTruthy();
  expect(dialog.getByText('A reason is required.')).toBeTruthy();
  fill(dialog, /Amount/, '400');
  fill(dialog, /Reason/, 'Tube lost');
  press(dialog, 'Record refund');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(sent[0]).toEqual({
    path: '/api/billing/invoice/invoice-1/refunds',
    body: { paymentId: 'payment-1', amount: 40_000, reason: 'Tube lost' },
  });
});

test('a void invoice needs a reason', async () => {
  const dialog = await ask({ name: 'void', payment: null });
  press(dialog, 'Void invoice');
  expect(dialog.getByText('A reason is required.')).toBeTruthy();
  fill(dialog, /Reason/, 'Wrong company');
  press(dialog, 'Void invoice');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(sent[0]).toEqual({ path: '/api/billing/invoice/invoice-1/void', body: { reason: 'Wrong company' } });
});

test('only what the server names is offered on a payment', () => {
  const check = { kind: 'CHECK', status: 'SUCCEEDED', refundable: 100 } as const;
  const both: InvoiceActName[] = ['record-refund', 'record-bounced'];
  expect(paymentActs(check, both)).toEqual(both);
  expect(paymentActs(check, ['send'])).toEqual([]);
  expect(paymentActs({ ...check, kind: 'CARD' }, both)).toEqual(['record-refund']);
  expect(paymentActs({ kind: 'REFUND', status: 'PENDING', refundable: 0 }, both)).toEqual(['record-refund']);
});

test('lines show what they bill and come to the total; a void invoice leads to what corrects it', () => {
  const specimens = [{ id: 's', requisitionNumber: 'W-1-001', customerSampleId: 'A' }];
  const shown = {
    ...shownInvoice({ status: 'VOID', voidReason: 'Wrong rate' }),
    lines: [{ ...buildInvoiceLine(), specimens }],
    correctedBy: {
      id: 'invoice-2',
      invoiceNumber: 'INV-W-26-000002',
      status: 'BILLED' as const,
      totalDue: 1,
    },
  };
  render(
    <>
      <InvoiceNotices shown={shown} pathOf={(id) => `/billing/invoices/${id}`} />
      <InvoiceLines shown={shown} />
    </>,
  );
  expect(screen.getByText('This invoice is void. Do not pay it.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'INV-W-26-000002' }).getAttribute('href')).toBe(
    '/billing/invoices/invoice-2',
  );
  expect(screen.getByText('W-1-001 (A)')).toBeTruthy();
  expect(screen.getAllByText('$1,000.00')).toHaveLength(2);
});

test('finished specimens are billed now, without those that are left out', async () => {
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
  render(
    <OnlineQueries>
      <BillNowDialog order={order} open onClose={close} onBilled={after} />
    </OnlineQueries>,
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('$500.00')).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: /W-1-002/ }));
  press(dialog, 'Bill 1 specimen');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(sent[0]).toEqual({
    path: '/api/billing/invoice/bill-now',
    body: { orderId: 'order-1', specimenIds: ['1'] },
  });
});

test('a statement is of days in their order, and of one organization', () => {
  expect(periodProblem('2026-02-01', '2026-01-01')).toBe('The first day lies after the last one.');
  expect(statementPath('billing', { companyId: 'c', from: '2026-01-01', to: '2026-02-01' })).toBe(
    '/api/billing/statement/pdf?from=2026-01-01&to=2026-02-01&companyId=c',
  );
});

test('money is read as it is typed', () => {
  expect([centsOf('1,250.5'), centsOf('$3'), centsOf('0.05'), centsOf('-3'), centsOf('1.234')]).toEqual([
    125_050,
    300,
    5,
    null,
    null,
  ]);
});

test('who may open the queue but not read billing is told so, and nothing is asked of the server', () => {
  render(
    <OnlineQueries>
      <BillingQueuePage onOpen={vi.fn()} />
    </OnlineQueries>,
  );
  expect(screen.getByText('What waits to be invoiced is not shown to your role')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('what waits to be issued is searched by order, organization and service', () => {
  const row = (orderNumber: string, companyName: string) => ({
    ...buildInvoice({ id: orderNumber }),
    orderId: orderNumber,
    orderNumber,
    companyName,
    campaignCode: null,
    serviceName: 'Genome',
    balance: 0,
    overdueDays: 0,
  });
  render(<ToIssue rows={[row('W-000133', 'Harbor'), row('W-000134', 'Northfield')]} onOpen={after} />);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'north' } });
  expect(screen.queryByText('W-000133')).toBeNull();
  expect(screen.getAllByText('W-000134').length).toBeGreaterThan(0);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
  expect(screen.getByText('Nothing matches')).toBeTruthy();
});

test('staff choose of whom a statement is made among all organizations, not only those of the listed invoices', async () => {
  const company = (id: string, name: string) => ({
    id,
    name,
    type: 'COMPANY',
    status: 'ACTIVE',
    verificationStatus: 'NOT_APPLICABLE',
    billingEmails: [],
    parentCompanyId: null,
    parentName: null,
    place: 'Boston, MA',
    members: 2,
    waitingSince: null,
    createdAt: '2026-11-01T09:00:00.000Z',
  });
  const rows = [company('c-1', 'Harbor'), company('c-2', 'Lakeside')];
  vi.stubGlobal('fetch', async () => Response.json({ rows, total: 2, page: 1, limit: 500 }));
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  render(
    <OnlineQueries>
      <StatementButton desk="billing" rows={[{ companyId: 'c-1', companyName: 'Harbor' }]} />
    </OnlineQueries>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Statement' }));
  const dialog = within(await screen.findByRole('dialog'));
  const user = userEvent.setup();
  await user.click(await dialog.findByRole('combobox'));
  await user.paste('Lake');
  await user.click(await screen.findByRole('option', { name: /Lakeside/ }));
  await user.click(await dialog.findByRole('button', { name: 'Download PDF' }));
  expect(assign).toHaveBeenCalledWith(
    expect.stringMatching(/^\/api\/billing\/statement\/pdf\?.*companyId=c-2$/),
  );
  assign.mockRestore();
});
