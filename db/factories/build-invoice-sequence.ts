import { type InvoiceSequence, invoiceSequence } from '#db/billing/invoice-sequence.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an invoice sequence of which no number was assigned. */
export function buildInvoiceSequence(overrides: Partial<InvoiceSequence> = {}): InvoiceSequence {
  const number = nextNumber('invoice-sequence');
  return buildRow(
    invoiceSequence,
    {
      id: `invoice-sequence-${number}`,
      year: 2025 + number,
      last: 0,
    },
    overrides,
  );
}
