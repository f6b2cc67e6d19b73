import { INVOICE_ACTIONS } from '#db/billing/invoice-actions.ts';
import type { ShownPayment } from '#db/billing/shown-invoice.ts';
import { type DialogActName, INVOICE_ACT_WORDS } from './invoice-act-words.ts';

interface ActWords {
  title: string;
  explains: string;
  done: string;
}

const BY_HAND: ActWords = {
  title: 'Record refund',
  explains: 'Give it back by check or transfer yourself; here it is only recorded.',
  done: 'The refund is recorded',
};
const TO_CARD: ActWords = {
  title: 'Refund to card',
  explains: 'It goes back to the card by itself in a few minutes.',
  done: 'The refund is on its way',
};

/** A refund takes back a payment, not a part of the bill (domain 8.5). */
const OWED_AGAIN =
  'What goes back is owed again, unless too much was paid: to charge less, void and correct the invoice instead.';

/** What an act on one payment is called and does, which depends on how the money came. */
export function actWordsOf(
  name: DialogActName,
  payment: Pick<ShownPayment, 'kind' | 'status'> | null,
): ActWords {
  if (name === 'record-refund' && payment?.kind === 'REFUND')
    return payment.status === 'FAILED'
      ? {
          ...TO_CARD,
          title: 'Try refund again',
          explains: 'The card processor is asked once more to give it back.',
        }
      : BY_HAND;
  if (name === 'record-refund' && payment) {
    const words = payment.kind === 'CARD' ? TO_CARD : BY_HAND;
    return { ...words, explains: `${words.explains} ${OWED_AGAIN}` };
  }
  if (name === 'record-bounced' && payment?.kind === 'WRITE_OFF')
    return {
      title: 'Take back write-off',
      explains: 'What was written off is owed again. The customer is not written to.',
      done: 'The write-off is taken back',
    };
  const { explains, done } = INVOICE_ACT_WORDS[name];
  return { title: INVOICE_ACTIONS[name].title, explains, done };
}
