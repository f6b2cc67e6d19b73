import type { ShownInvoice } from '#db/billing/shown-invoice.ts';

/**
 * Events of an invoice's history that a sponsor may see; reasons and names belong to the ordering customer.
 */
const SPONSOR_FIELDS = [
  'from',
  'to',
  'amount',
  'kind',
  'invoiceNumber',
  'totalDue',
  'dueDate',
  'paymentId',
] as const;

const historyFrom = ({ history, invoice: { issuedAt } }: ShownInvoice): ShownInvoice['history'] =>
  history
    .filter(({ at }) => issuedAt !== null && at >= issuedAt)
    .map((entry) => ({
      ...entry,
      by: null,
      data: Object.fromEntries(
        SPONSOR_FIELDS.flatMap((key) => (key in entry.data ? [[key, entry.data[key] ?? null]] : [])),
      ),
    }));

const isIssued = ({ invoiceNumber }: { invoiceNumber: string }): boolean => invoiceNumber.startsWith('INV-');

/**
 * Reduce an invoice for a campaign's sponsor who may not see the order: the number of specimens per service,
 * their price and the payments. Names and history of the specimens stay with the order.
 */
export function withoutOrder(invoiceView: ShownInvoice): ShownInvoice {
  const { invoice, lines, payments, corrects, correctedBy, others: otherInvoices } = invoiceView;
  return {
    ...invoiceView,
    invoice: { ...invoice, voidReason: null },
    order: null,
    lines: lines.map((line) => ({ ...line, specimenIds: [], specimens: [] })),
    payments: payments.map((one) => ({ ...one, reason: null, specimenIds: null })),
    corrects: corrects && isIssued(corrects) ? corrects : null,
    correctedBy: correctedBy && isIssued(correctedBy) ? correctedBy : null,
    others: otherInvoices.filter(isIssued),
    history: historyFrom(invoiceView),
  };
}
