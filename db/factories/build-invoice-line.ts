import { type InvoiceLine, invoiceLine } from '#db/billing/invoice-line.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build the line of four specimens. */
export function buildInvoiceLine(overrides: Partial<InvoiceLine> = {}): InvoiceLine {
  const number = nextNumber('invoice-line');
  return buildRow(
    invoiceLine,
    {
      id: `invoice-line-${number}`,
      invoiceId: 'invoice-1',
      kind: 'SPECIMENS',
      description: 'Human whole genome',
      quantity: 4,
      unitPrice: 25_000,
      amount: 100_000,
      specimenIds: [],
      order: number,
    },
    overrides,
  );
}
