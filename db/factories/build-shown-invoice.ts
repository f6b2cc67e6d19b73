import type { ListedInvoice } from '#db/billing/listed-invoice.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { buildInvoice } from './build-invoice.ts';

type Fields = Partial<Omit<ListedInvoice, 'orderId'>>;

/** An invoice as lists show it, of an order of Northfield; what is still to be paid follows from its amounts. */
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

/** An invoice of $1,000.00 as its page gets it, with these fields and with this beside it. */
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
