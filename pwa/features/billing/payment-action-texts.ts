import { INVOICE_ACTIONS } from '#db/billing/invoice-actions.ts';
import type { ShownPayment } from '#db/billing/shown-invoice.ts';
import { type DialogActionName, INVOICE_ACTION_TEXTS } from './invoice-action-texts.ts';

interface ActionTexts {
  title: string;
  explanation: string;
  done: string;
}

const BY_HAND: ActionTexts = {
  title: 'Record refund',
  explanation: 'Give it back by check or transfer yourself; here it is only recorded.',
  done: 'The refund is recorded',
};
const TO_CARD: ActionTexts = {
  title: 'Refund to card',
  explanation: 'It goes back to the card by itself in a few minutes.',
  done: 'The refund is on its way',
};

/** A refund returns a payment and leaves the bill unchanged (domain 8.5). */
const BALANCE_NOTE =
  'What goes back is owed again, unless too much was paid: to charge less, void and correct the invoice instead.';

/** Label and explanation of an action on one payment, which depend on the payment method. */
export function paymentActionTexts(
  name: DialogActionName,
  payment: Pick<ShownPayment, 'kind' | 'status'> | null,
): ActionTexts {
  if (name === 'record-refund' && payment?.kind === 'REFUND')
    return payment.status === 'FAILED'
      ? {
          ...TO_CARD,
          title: 'Try refund again',
          explanation: 'The card processor is asked once more to give it back.',
        }
      : BY_HAND;
  if (name === 'record-refund' && payment) {
    const texts = payment.kind === 'CARD' ? TO_CARD : BY_HAND;
    return { ...texts, explanation: `${texts.explanation} ${BALANCE_NOTE}` };
  }
  if (name === 'record-bounced' && payment?.kind === 'WRITE_OFF')
    return {
      title: 'Take back write-off',
      explanation: 'What was written off is owed again. The customer is not written to.',
      done: 'The write-off is taken back',
    };
  const { explanation, done } = INVOICE_ACTION_TEXTS[name];
  return { title: INVOICE_ACTIONS[name].title, explanation, done };
}
