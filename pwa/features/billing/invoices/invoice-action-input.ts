import { RecordedPayment } from '#db/billing/payments/record-payment.ts';
import { Reason } from '#db/values/reason.ts';
import { type DialogActionName, INVOICE_ACTION_TEXTS } from './invoice-action-texts.ts';

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

/** Problems by field; `data` is the request when there are none. */
export interface ReadInput {
  problems: Partial<Record<keyof ActionInput, string>>;
  data: Record<string, unknown>;
}

const FIELD: Record<string, keyof ActionInput> = { receivedAt: 'receivedOn' };

/** Noon of the day in the user's time zone: the same day in every time zone of the lab's country. */
const instantOf = (day: string): string => (day === '' ? '' : new Date(`${day}T12:00:00`).toISOString());

function readPayment({ kind, amount, reference, receivedOn, reason }: ActionInput): ReadInput {
  const data = {
    kind,
    amount: centsOf(amount),
    reference: reference.trim() || null,
    receivedAt: instantOf(receivedOn),
    reason: reason.trim() || null,
  };
  const read = RecordedPayment.safeParse(data);
  const problems: ReadInput['problems'] = {};
  if (kind === '') problems.kind = 'Choose how it came.';
  if (data.amount === null) problems.amount = 'Enter an amount, as in 125.50.';
  if (receivedOn === '') problems.receivedOn = 'Choose the day it came.';
  for (const { path, message } of read.error?.issues ?? []) {
    const field = FIELD[String(path[0])] ?? (path[0] as keyof ActionInput);
    problems[field] ??= message;
  }
  return { problems, data: read.data ?? data };
}

function readRefund(input: ActionInput, { maxAmount, mustBeFull, byHand }: RefundRule): ReadInput {
  const amount = centsOf(input.amount);
  const problems: ReadInput['problems'] = {};
  if (amount === null || amount <= 0) problems.amount = 'Enter an amount, as in 125.50.';
  else if (amount > maxAmount) problems.amount = 'More than may go back of this payment.';
  else if (mustBeFull && amount < maxAmount)
    problems.amount = 'All of it waits to go back. Give back the whole amount.';
  const reason = Reason.safeParse(input.reason);
  if (!reason.success) problems.reason = reason.error.issues[0]?.message ?? '';
  const reference = byHand ? { reference: input.reference.trim() || null } : {};
  return { problems, data: { amount, reason: input.reason.trim(), ...reference } };
}

/** Limits of a refund: its maximum, whether it must be complete, and whether a person pays it out. */
export interface RefundRule {
  maxAmount: number;
  mustBeFull: boolean;
  byHand: boolean;
}

/** Parse the inputs of an action into a request for the server. */
export function readActionInput(name: DialogActionName, input: ActionInput, refund: RefundRule): ReadInput {
  const { inputKind } = INVOICE_ACTION_TEXTS[name];
  if (inputKind === 'payment') return readPayment(input);
  if (inputKind === 'refund') return readRefund(input, refund);
  if (inputKind === 'nothing') return { problems: {}, data: {} };
  const reason = Reason.safeParse(input.reason);
  return reason.success
    ? { problems: {}, data: { reason: reason.data } }
    : { problems: { reason: reason.error.issues[0]?.message ?? '' }, data: {} };
}
