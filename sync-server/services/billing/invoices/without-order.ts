import type { ShownInvoice } from '#db/billing/shown-invoice.ts';

/** What the history of an invoice may tell a sponsor; reasons and names are of those who ordered. */
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
 * An invoice as the sponsor of a campaign sees it who may not see the order: how many specimens of which service, what
 * they cost and how it is paid. Whose tubes they are, what they are called and what was said of them stays with the order.
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
