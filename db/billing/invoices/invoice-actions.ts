import type { Grant } from '#db/access/families.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { PAYABLE_STATUSES } from './invoice-lifecycle.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** The actions that a person may take on an invoice as a whole. */
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

/** Roles and source statuses of each action (domain 4.6); billing performs all but card payments. */
export const INVOICE_ACTIONS = {
  pay: { title: 'Pay by card', from: PAYABLE_STATUSES, grant: 'create-payment-intent:create' },
  issue: { title: 'Issue invoice', from: ['AWAITING_BILLING'], grant: 'billing/invoice:update' },
  'record-payment': { title: 'Record payment', from: PAYABLE_STATUSES, grant: 'billing/invoice:update' },
  'record-refund': {
    title: 'Record refund',
    // The card processor may fail a refund of an ended invoice long after it was given.
    from: ['PARTIALLY_PAID', 'PAID_IN_FULL', 'PARTIALLY_FAILED', 'CANCELED', 'VOID'],
    grant: 'billing/invoice:update',
  },
  'record-bounced': {
    title: 'Payment bounced',
    from: ['PARTIALLY_PAID', 'PAID_IN_FULL', 'PARTIALLY_FAILED'],
    grant: 'billing/invoice:update',
  },
  credit: {
    title: 'Refund and correct',
    from: [...ISSUED, 'PROCESSING'],
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

/** The fields that decide which actions an invoice allows now. */
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
  // A payment before acceptance follows the order, so the invoice allows none of these actions.
  if (name === 'record-refund' || name === 'record-bounced') return amountPaid > 0;
  if (issuedAt === null) return false;
  return name === 'pay' ? totalDue > amountPaid : true;
}

/** Return the actions that a role may take on an invoice now; pages offer only these. */
export const invoiceActionsFor = (role: Role, invoice: InvoiceActionFacts): InvoiceActionName[] =>
  INVOICE_ACTION_NAMES.filter(
    (name) => isActionAvailable(name, invoice) && may(role, INVOICE_ACTIONS[name].grant),
  );
