import type { Grant } from '#db/access/families.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { PAYABLE_STATUSES } from './invoice-lifecycle.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** What somebody may do with an invoice as a whole. */
interface InvoiceActionRule {
  title: string;
  from: readonly InvoiceStatus[];
  grant: Grant;
}

const ISSUED = [
  'BILLED',
  'AWAITING_PAYMENT',
  'PARTIALLY_PAID',
  'PAID_IN_FULL',
  'PARTIALLY_FAILED',
  'FAILED',
] as const satisfies readonly InvoiceStatus[];

const NOT_ENDED = ['PENDING', 'SERVICE_IN_PROGRESS', 'AWAITING_BILLING', 'PROCESSING', ...ISSUED] as const;

/** Who may do what from which status (domain 4.6); all but the paying by card are acts of billing. */
export const INVOICE_ACTIONS = {
  pay: { title: 'Pay by card', from: PAYABLE_STATUSES, grant: 'create-payment-intent:create' },
  issue: { title: 'Issue invoice', from: ['AWAITING_BILLING'], grant: 'billing/invoice:update' },
  'record-payment': { title: 'Record payment', from: PAYABLE_STATUSES, grant: 'billing/invoice:update' },
  'record-refund': {
    title: 'Record refund',
    // A refund of an ended invoice may fail at the card's processor, long after it was given.
    from: ['PARTIALLY_PAID', 'PAID_IN_FULL', 'PARTIALLY_FAILED', 'CANCELED', 'VOID'],
    grant: 'billing/invoice:update',
  },
  'record-bounced': {
    title: 'Payment bounced',
    from: ['PARTIALLY_PAID', 'PAID_IN_FULL', 'PARTIALLY_FAILED'],
    grant: 'billing/invoice:update',
  },
  send: { title: 'Send again', from: ISSUED, grant: 'billing/invoice:update' },
  change: { title: 'Change references', from: NOT_ENDED, grant: 'billing/invoice:update' },
  void: { title: 'Void invoice', from: ISSUED, grant: 'billing/invoice:delete' },
  correct: { title: 'Void and correct', from: ISSUED, grant: 'billing/invoice:delete' },
} as const satisfies Record<string, InvoiceActionRule>;
export type InvoiceActionName = keyof typeof INVOICE_ACTIONS;
export const INVOICE_ACTION_NAMES = Object.keys(INVOICE_ACTIONS) as [
  InvoiceActionName,
  ...InvoiceActionName[],
];

/** What decides what may be done with an invoice now. */
export interface InvoiceActionFacts {
  status: InvoiceStatus;
  issuedAt: string | null;
  totalDue: number;
  amountPaid: number;
}

function isActionAvailable(
  name: InvoiceActionName,
  { status, issuedAt, totalDue, amountPaid }: InvoiceActionFacts,
): boolean {
  if (!INVOICE_ACTIONS[name].from.some((one) => one === status)) return false;
  if (name === 'issue' || name === 'change') return true;
  // What an order that is not accepted yet is paid with follows the order.
  if (name === 'record-refund' || name === 'record-bounced') return amountPaid > 0;
  if (issuedAt === null) return false;
  return name === 'pay' ? totalDue > amountPaid : true;
}

/** What this role may do with an invoice now; pages offer these and no others. */
export const invoiceActionsFor = (role: Role, invoice: InvoiceActionFacts): InvoiceActionName[] =>
  INVOICE_ACTION_NAMES.filter(
    (name) => isActionAvailable(name, invoice) && may(role, INVOICE_ACTIONS[name].grant),
  );
