import type { ListedInvoice } from '#db/billing/listed-invoice.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { buildInvoice } from './build-invoice.ts';

type Fields = Partial<Omit<ListedInvoice, 'orderId'>>;

/** Build an invoice of an order of Northfield as lists show it; the amount due follows from its amounts. */
export function buildListedInvoice(overrides: Fields = {}): ListedInvoice {
  const row = buildInvoice(overrides);
  return {
    ...row,
    companyName: 'Northfield',
    orderNumber: 'W-000123',
    campaignCode: null,
    serviceName: 'Genome',
    overdueDays: 0,
    balance: row.totalDue - row.amountPaid,
    ...overrides,
  };
}

/** Build an invoice of $1,000.00 as its page receives it, with these row fields and these extra fields. */
export const buildShownInvoice = (
  overrides: Fields = {},
  related: Partial<Omit<ShownInvoice, 'invoice'>> = {},
): ShownInvoice => ({
  invoice: buildListedInvoice({ id: 'invoice-1', ...overrides }),
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
  ...related,
});
