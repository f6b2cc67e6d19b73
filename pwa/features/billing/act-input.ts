import { RecordedPayment } from '#db/billing/record-payment.ts';
import { Reason } from '#db/values/reason.ts';
import { centsOf } from './cents.ts';
import { type DialogActName, INVOICE_ACT_WORDS } from './invoice-act-words.ts';

/** What is filled into the window of an act; money as it is typed. */
export interface ActInput {
  kind: string;
  amount: string;
  reference: string;
  /** A day. */
  receivedOn: string;
  reason: string;
}

/** What is wrong, by field; `data` is what the server is sent when nothing is. */
export interface ReadInput {
  problems: Partial<Record<keyof ActInput, string>>;
  data: Record<string, unknown>;
}

const FIELD: Record<string, keyof ActInput> = { receivedAt: 'receivedOn' };

/** Noon of the day where the person is: the same day wherever it is read in the lab's country. */
const instantOf = (day: string): string => (day === '' ? '' : new Date(`${day}T12:00:00`).toISOString());

function readPayment({ kind, amount, reference, receivedOn, reason }: ActInput): ReadInput {
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
    const field = FIELD[String(path[0])] ?? (path[0] as keyof ActInput);
    problems[field] ??= message;
  }
  return { problems, data: read.data ?? data };
}

function readRefund(input: ActInput, { most, whole, byHand }: RefundRule): ReadInput {
  const amount = centsOf(input.amount);
  const problems: ReadInput['problems'] = {};
  if (amount === null || amount <= 0) problems.amount = 'Enter an amount, as in 125.50.';
  else if (amount > most) problems.amount = 'More than may go back of this payment.';
  else if (whole && amount < most)
    problems.amount = 'All of it waits to go back. Give back the whole amount.';
  const reason = Reason.safeParse(input.reason);
  if (!reason.success) problems.reason = reason.error.issues[0]?.message ?? '';
  const reference = byHand ? { reference: input.reference.trim() || null } : {};
  return { problems, data: { amount, reason: input.reason.trim(), ...reference } };
}

/** What may go back: how much at most, whether all of it must, and whether a person gives it. */
export interface RefundRule {
  most: number;
  whole: boolean;
  byHand: boolean;
}

/** Reads the inputs of an act as the server wants them. */
export function readActInput(name: DialogActName, input: ActInput, refund: RefundRule): ReadInput {
  const { asks } = INVOICE_ACT_WORDS[name];
  if (asks === 'payment') return readPayment(input);
  if (asks === 'refund') return readRefund(input, refund);
  if (asks === 'nothing') return { problems: {}, data: {} };
  const reason = Reason.safeParse(input.reason);
  return reason.success
    ? { problems: {}, data: { reason: reason.data } }
    : { problems: { reason: reason.error.issues[0]?.message ?? '' }, data: {} };
}
