import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Invoice } from '#db/billing/invoice.ts';
import { buildInvoice } from '#db/factories/build-invoice.ts';
import { shownOrder } from '#db/factories/build-shown-order.ts';
import type { Viewer } from '../viewer.ts';
import { OrderMoney } from './order-money.tsx';

const customer: Viewer = {
  role: 'COMPANY_MANAGER',
  userId: 'user-1',
  customer: true,
  family: 'orders',
  base: '/orders',
  newOrder: null,
  draftPath: () => null,
  specimenPath: () => null,
  invoicePath: (id) => `/invoices/${id}`,
  listPath: () => null,
  companiesPath: null,
  payPath: (id) => `/invoices/payment/${id}`,
};

const show = (invoice: Partial<Invoice>, viewer: Partial<Viewer> = {}) =>
  render(
    <OrderMoney
      order={shownOrder({
        invoices: [buildInvoice({ id: 'one', invoiceNumber: 'INV-W-26-000001', ...invoice })],
      })}
      viewer={{ ...customer, ...viewer }}
    />,
  );
const ways = () => screen.queryAllByRole('link', { name: /^Pay / }).map((each) => each.getAttribute('href'));

test('an invoice of the order that is still due leads to where it is paid', () => {
  show({ totalDue: 100_000, amountPaid: 25_000, status: 'PARTIALLY_PAID' });
  expect(ways()).toEqual(['/invoices/payment/one']);
  expect(screen.getByRole('link', { name: 'Pay INV-W-26-000001 by card' }).textContent).toBe('Pay $750.00');
});

test('what came beyond what an invoice charges is said to be refunded, not to be paid', () => {
  show({ totalDue: 100_000, amountPaid: 112_500, status: 'PAID_IN_FULL' });
  expect(screen.getByText('$1,000.00 paid, $125.00 to be refunded')).toBeTruthy();
});

test.each<[string, Partial<Invoice>, Partial<Viewer>]>([
  ['is paid', { status: 'PAID_IN_FULL', amountPaid: 100_000 }, {}],
  ['is not issued yet', { status: 'SERVICE_IN_PROGRESS', issuedAt: null }, {}],
  ['is void', { status: 'VOID', voided: true }, {}],
  ['is looked at by somebody who has no page to pay on', {}, { payPath: () => null }],
])('an invoice that %s is not offered to be paid', (_, invoice, viewer) => {
  show(invoice, viewer);
  expect(ways()).toEqual([]);
});
