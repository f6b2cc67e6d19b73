import {
  correctInvoice,
  issueInvoice,
  recordBouncedPayment,
  recordPayment,
  recordRefund,
  sendInvoice,
  voidInvoice,
} from '#db/api/billing/billing-invoices.ts';
import type { ShownInvoice, ShownPayment } from '#db/billing/invoices/shown-invoice.ts';
import { RecordedPayment } from '#db/billing/payments/payment-form.ts';
import { Reason } from '#db/values/reason.ts';
import { call } from '#pwa/api/call.ts';
import type { DialogActionName, PaymentActionName } from './invoice-action-texts.ts';

/** Parse typed dollars into cents; null when they are invalid. */
export function centsOf(text: string): number | null {
  const normalized = text.trim().replaceAll(',', '');
  const [, dollars = '', rest = ''] = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(normalized) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}

/** Format cents as they would be typed. */
export const typedCents = (cents: number): string => (cents / 100).toFixed(2);

/** The input of an action's dialog; money as typed. */
export interface ActionInput {
  kind: string;
  amount: string;
  reference: string;
  /** A day. */
  receivedOn: string;
  reason: string;
}

/** Problems by field, and the call of the action when there are none. */
export interface ReadInput {
  problems: Partial<Record<keyof ActionInput, string>>;
  send: (() => Promise<ShownInvoice>) | null;
}

/** The subject of a dialog: an action on the invoice, or on one of its payments. */
export type InvoiceActionRequest =
  | { name: PaymentActionName; payment: ShownPayment }
  | { name: Exclude<DialogActionName, PaymentActionName>; payment: null };

const FIELD: Record<string, keyof ActionInput> = { receivedAt: 'receivedOn' };

/** Noon of the day in the user's time zone: the same day in every time zone of the lab's country. */
const instantOf = (day: string): string => (day === '' ? '' : new Date(`${day}T12:00:00`).toISOString());

function readPayment(id: string, { kind, amount, reference, receivedOn, reason }: ActionInput): ReadInput {
  const cents = centsOf(amount);
  const read = RecordedPayment.safeParse({
    kind,
    amount: cents,
    reference: reference.trim() || null,
    receivedAt: instantOf(receivedOn),
    reason: reason.trim() || null,
  });
  if (read.success)
    return { problems: {}, send: () => call(recordPayment, { params: { id }, body: read.data }) };
  const problems: ReadInput['problems'] = {};
  if (kind === '') problems.kind = 'Choose how it came.';
  if (cents === null) problems.amount = 'Enter an amount, as in 125.50.';
  if (receivedOn === '') problems.receivedOn = 'Choose the day it came.';
  for (const { path, message } of read.error.issues) {
    const field = FIELD[String(path[0])] ?? (path[0] as keyof ActionInput);
    problems[field] ??= message;
  }
  return { problems, send: null };
}

/** Limits of a refund: its maximum, whether it must be complete, and whether a person pays it out. */
export interface RefundRule {
  maxAmount: number;
  mustBeFull: boolean;
  byHand: boolean;
}

/** Return the limits of a refund; a pending one is refunded in full. */
export function refundRule({ kind, status, amount, refundable }: ShownPayment): RefundRule {
  const mustBeFull = kind === 'REFUND';
  return {
    maxAmount: mustBeFull ? Math.abs(amount) : refundable,
    mustBeFull,
    // A failed card refund is only tried again, which needs no number.
    byHand: mustBeFull ? status === 'PENDING' : kind !== 'CARD',
  };
}

function readRefund(id: string, payment: ShownPayment, input: ActionInput): ReadInput {
  const { maxAmount, mustBeFull, byHand } = refundRule(payment);
  const amount = centsOf(input.amount);
  const problems: ReadInput['problems'] = {};
  if (amount === null || amount <= 0) problems.amount = 'Enter an amount, as in 125.50.';
  else if (amount > maxAmount) problems.amount = 'More than may go back of this payment.';
  else if (mustBeFull && amount < maxAmount)
    problems.amount = 'All of it waits to go back. Give back the whole amount.';
  const reason = Reason.safeParse(input.reason);
  if (!reason.success) problems.reason = reason.error.issues[0]?.message ?? '';
  if (amount === null || !reason.success || Object.keys(problems).length > 0) return { problems, send: null };
  const reference = byHand ? { reference: input.reference.trim() || null } : {};
  const body = { paymentId: payment.id, amount, reason: reason.data, ...reference };
  return { problems, send: () => call(recordRefund, { params: { id }, body }) };
}

function readReason(
  input: ActionInput,
  send: (body: { reason: string }) => Promise<ShownInvoice>,
): ReadInput {
  const reason = Reason.safeParse(input.reason);
  return reason.success
    ? { problems: {}, send: () => send({ reason: reason.data }) }
    : { problems: { reason: reason.error.issues[0]?.message ?? '' }, send: null };
}

/** Parse the inputs of an action into its call of the server. */
export function readActionInput(
  request: InvoiceActionRequest,
  { id, totalDue }: Pick<ShownInvoice['invoice'], 'id' | 'totalDue'>,
  input: ActionInput,
): ReadInput {
  const params = { id };
  switch (request.name) {
    case 'record-payment':
      return readPayment(id, input);
    case 'record-refund':
      return readRefund(id, request.payment, input);
    case 'record-bounced': {
      const paymentId = request.payment.id;
      return readReason(input, (body) => call(recordBouncedPayment, { params: { id, paymentId }, body }));
    }
    case 'issue':
      // Sends the total that the user saw, so that a changed invoice is not issued.
      return { problems: {}, send: () => call(issueInvoice, { params, body: { seenTotal: totalDue } }) };
    case 'send':
      return { problems: {}, send: () => call(sendInvoice, { params, body: {} }) };
    case 'void':
      return readReason(input, (body) => call(voidInvoice, { params, body }));
    case 'correct':
      return readReason(input, (body) => call(correctInvoice, { params, body }));
  }
}
