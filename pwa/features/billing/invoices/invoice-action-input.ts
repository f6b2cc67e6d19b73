import { z } from 'zod';
import { CreditForm } from '#db/billing/credits/credit-form.ts';
import type { ShownPayment } from '#db/billing/invoices/shown-invoice.ts';
import { PAYMENT_KIND } from '#db/billing/payments/payment.ts';
import { RecordedPayment, RefundForm } from '#db/billing/payments/payment-form.ts';
import { date, describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { optionalText } from '#pwa/ui/form/schema-field.tsx';
import type { DialogActionName, PaymentActionName } from './invoice-action-texts.ts';

/** Parse typed dollars into cents; null when they are invalid. */
export function centsOf(text: string): number | null {
  const normalized = text.trim().replaceAll(',', '');
  const [, dollars = '', rest = ''] = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(normalized) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}

/** Format cents as they would be typed. */
export const typedCents = (cents: number): string => (cents / 100).toFixed(2);

/** The subject of a dialog: an action on the invoice, or on one of its payments. */
export type InvoiceActionRequest =
  | { name: PaymentActionName; payment: ShownPayment }
  | { name: Exclude<DialogActionName, PaymentActionName>; payment: null };

const AMOUNT_MESSAGE = 'Enter an amount, as in 125.50.';
const Cents = z.string().transform((text, context) => {
  const cents = centsOf(text);
  if (cents !== null) return cents;
  context.addIssue({ code: 'custom', message: AMOUNT_MESSAGE });
  return z.NEVER;
});
const AMOUNT_TEXT = { label: 'Amount', input: 'decimal', unit: 'USD' } as const;

const Reference = describeField(optionalText(200), {
  label: 'Number of the check or transfer',
  input: 'code',
});
const REASON_TEXT = { label: 'Reason', input: 'area' } as const;

/** The form of an action that needs nothing but a reason. */
export const ReasonInput = z.object({ reason: describeField(Reason, REASON_TEXT) });

/** The form of a recorded payment; it becomes the body that the server parses. */
export const PaymentInput = z
  .object({
    kind: describeField(RecordedPayment.shape.kind, {
      label: 'Payment method',
      message: 'Choose a payment method.',
      choices: PAYMENT_KIND,
    }),
    amount: describeField(Cents.pipe(RecordedPayment.shape.amount), AMOUNT_TEXT),
    reference: Reference,
    receivedOn: describeField(date, { label: 'Received on', message: 'Choose the day received.' }),
    reason: describeField(optionalText(1000), REASON_TEXT),
  })
  .transform(
    ({ receivedOn, ...payment }): z.input<typeof RecordedPayment> => ({
      ...payment,
      // Noon in the user's time zone is the same day in every time zone of the lab's country.
      receivedAt: new Date(`${receivedOn}T12:00:00`).toISOString(),
    }),
  )
  .pipe(RecordedPayment);

/** Build the form of a credit note within the amount that can still be credited. */
export const creditInput = (maxAmount: number) =>
  z.object({
    amount: describeField(
      Cents.refine((amount) => amount > 0, AMOUNT_MESSAGE).refine(
        (amount) => amount <= maxAmount,
        'More than can be credited.',
      ),
      { ...AMOUNT_TEXT, label: 'Credit' },
    ),
    reason: describeField(CreditForm.shape.reason, {
      ...REASON_TEXT,
      hint: 'The customer reads it on the credit note.',
    }),
    reference: describeField(optionalText(200), {
      label: 'Check or transfer that goes back',
      hint: 'Leave empty to give it back later.',
      input: 'code',
    }),
  });

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

/** Build the form of a refund within the limits of its payment. */
export function refundInput({ maxAmount, mustBeFull }: RefundRule) {
  const Amount = Cents.superRefine((amount, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', message });
    if (amount <= 0) refuse(AMOUNT_MESSAGE);
    else if (amount > maxAmount) refuse('Exceeds the refundable amount.');
    else if (mustBeFull && amount < maxAmount) refuse('The full amount must be refunded.');
  });
  return z.object({
    amount: describeField(Amount, AMOUNT_TEXT),
    reference: Reference,
    reason: describeField(RefundForm.shape.reason, REASON_TEXT),
  });
}
