import type { ListViewDefinition } from '#db/api/list-counts.ts';

/** The balances of invoices that are due: issued and not fully paid. */
export const DUE_BALANCES = ['open'] as const;

/** The views of invoices; billing's list opens with the first. */
export const INVOICE_VIEWS: readonly ListViewDefinition[] = [
  { id: 'due', label: 'Due', filters: { stand: DUE_BALANCES } },
  { id: 'overdue', label: 'Overdue', filters: { stand: ['overdue'] } },
  { id: 'to-issue', label: 'To issue', filters: { status: ['AWAITING_BILLING'] } },
  { id: 'unbilled', label: 'Not invoiced', filters: { stand: ['unbilled'] } },
  { id: 'paid', label: 'Paid', filters: { stand: ['paid'] } },
  { id: 'all', label: 'All', filters: {} },
];
