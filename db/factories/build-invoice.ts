import { type Invoice, invoice } from '#db/billing/invoice.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an invoice that was issued and is not yet due. */
export function buildInvoice(overrides: Partial<Invoice> = {}): Invoice {
  const number = nextNumber('invoice');
  return buildRow(
    invoice,
    {
      id: `invoice-${number}`,
      invoiceNumber: `INV-W-26-${String(number).padStart(6, '0')}`,
      dueDate: '2026-12-10',
      totalDue: 100_000,
      voided: false,
      status: 'BILLED',
      orderId: 'order-1',
      companyId: 'company-1',
      subtotal: 100_000,
      adjustmentTotal: 0,
      amountPaid: 0,
      issuedAt: '2026-11-10T15:00:00.000Z',
      billingEmails: ['billing@northfield.example'],
    },
    overrides,
  );
}
