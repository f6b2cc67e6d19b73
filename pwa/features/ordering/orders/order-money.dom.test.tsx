import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Invoice } from '#db/billing/invoices/invoice.ts';
import { buildInvoice } from '#db/factories/build-billing.ts';
import { shownOrder } from '#db/factories/build-ordering.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { buildViewer } from '#pwa/testing/build-viewer.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { OrderMoney } from './order-money.tsx';

const customer = buildViewer({
  userId: 'user-1',
  invoiceLink: (id) => ({ to: '/invoices/$id', params: { id } }),
  payLink: (id) => ({ to: '/invoices/payment/$id', params: { id } }),
});

const show = (invoice: Partial<Invoice>, viewer: Partial<Viewer> = {}) =>
  renderInRouter(
    <OrderMoney
      order={shownOrder({
        invoices: [buildInvoice({ id: 'one', invoiceNumber: 'INV-W-26-000001', ...invoice })],
      })}
      viewer={{ ...customer, ...viewer }}
    />,
  );
const ways = () => screen.queryAllByRole('link', { name: /^Pay / }).map((each) => each.getAttribute('href'));

test('a due invoice of the order links to its payment', () => {
  show({ totalDue: 100_000, amountPaid: 25_000, status: 'PARTIALLY_PAID' });
  expect(ways()).toEqual(['/invoices/payment/one']);
  expect(screen.getByRole('link', { name: 'Pay INV-W-26-000001 by card' }).textContent).toBe('Pay $750.00');
});

test('an overpayment of an invoice is shown as refunded, not as due', () => {
  show({ totalDue: 100_000, amountPaid: 112_500, status: 'PAID_IN_FULL' });
  expect(screen.getByText('$1,000.00 paid, $125.00 to be refunded')).toBeTruthy();
});

test.each<[string, Partial<Invoice>, Partial<Viewer>]>([
  ['is paid', { status: 'PAID_IN_FULL', amountPaid: 100_000 }, {}],
  ['is not issued yet', { status: 'SERVICE_IN_PROGRESS', issuedAt: null }, {}],
  ['is void', { status: 'VOID', voided: true }, {}],
  ['is looked at by somebody who has no page to pay on', {}, { payLink: () => null }],
])('an invoice that %s is not offered to be paid', (_, invoice, viewer) => {
  show(invoice, viewer);
  expect(ways()).toEqual([]);
});

const amounts = () =>
  [...document.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

test('after a canceled specimen the page shows the ordered, uncharged, paid, refunded and due amounts', () => {
  const order = shownOrder({ subtotal: 30_000, total: 30_000, pricePerSpecimen: 10_000 });
  const bill = { notCharged: 10_000, paid: 30_000, refunded: 0, toRefund: 10_000, due: 0 };
  const { rerender } = renderInRouter(<OrderMoney order={{ ...order, bill }} viewer={customer} />);
  const ordered = [
    ['Ordered', '$300.00'],
    ['Canceled', '−$100.00'],
    ['Total', '$200.00'],
    ['Paid', '$300.00'],
  ];
  expect(amounts().slice(2)).toEqual([...ordered, ['To be refunded', '−$100.00'], ['Due', '$0.00']]);
  const refundedBill = { ...bill, refunded: 10_000, toRefund: 0 };
  rerender(<OrderMoney order={{ ...order, bill: refundedBill }} viewer={customer} />);
  expect(amounts().slice(2)).toEqual([...ordered, ['Refunded', '−$100.00'], ['Due', '$0.00']]);
  // Before anything is issued or paid there is only the price.
  rerender(<OrderMoney order={order} viewer={customer} />);
  expect(amounts().map(([name]) => name)).toEqual(['Each specimen', 'Subtotal (3 × $100.00)', 'Total']);
});
