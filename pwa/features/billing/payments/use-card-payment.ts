import { useRef, useState } from 'react';
import type { CardEnd, CardTry } from '#db/billing/payments/card-try.ts';
import type { CardResult, ClientIntent } from '#db/billing/payments/simulated-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { formatMoney } from '#pwa/format/money.ts';

const DECLINE_TEXTS: Record<string, string> = {
  card_declined: 'The card was declined. Try another card, or contact your bank.',
  insufficient_funds: 'There is not enough money on this card. Try another card.',
  expired_card: 'This card has expired. Try another card.',
  incorrect_cvc: 'The security code is not right. Check it and try again.',
  authentication_failed: 'Your bank did not confirm that it is you. Try again, or use another card.',
  payment_intent_authentication_failure:
    'Your bank did not confirm that it is you. Try again, or use another card.',
  processing_error: 'The card could not be charged just now. Try again in a minute.',
};

/** Message for a declined card: the reason and what to do, by the card processor's code. */
const declineText = (code: string | null): string =>
  DECLINE_TEXTS[code ?? ''] ?? 'The card was not charged. Try again, or use another card.';

/** Messages for outcomes other than a declined card, with what to do. */
const ENDS: Record<Exclude<CardEnd, 'DECLINED'>, (amount: string) => string> = {
  PAID: (amount) => `${amount} has come, but more is due by now. Pay the rest.`,
  DISPUTED: () =>
    'The payment was disputed by the owner of the card, so the money went back. Pay with another card, or ask the bank to withdraw the dispute.',
  DISPUTE_LOST: () =>
    'The payment was disputed, and the bank decided for the owner of the card. Pay with another card.',
  REFUNDED: (amount) =>
    `The payment of ${amount} is refunded to the card. If you still want to pay, pay again.`,
  CANCELED: () => 'The payment was canceled before anything was charged. Start again.',
};

/** Get the message for the outcome of a payment. */
export const endText = ({ end, failureCode, amount }: CardTry): string =>
  end === 'DECLINED' ? declineText(failureCode) : ENDS[end](formatMoney(amount));

/** The subject of a card payment. */
export interface CardPaymentOptions {
  /** Requests the payment from the server; repeated calls return the same one, or the reason why it ended. */
  createIntent(): Promise<ClientIntent>;
  /** Reloads the payment state from the lab. */
  refresh(): Promise<unknown>;
  /** Called when the browser has sent the payment, and when its result is known. */
  onSent?: ((isSent: boolean) => void) | undefined;
}

/**
 * Runs the browser's part of a payment: created, entered, checked by the bank, sent. The lab receives the
 * result.
 */
export function useCardPayment({ createIntent, refresh, onSent }: CardPaymentOptions) {
  const [intent, setIntent] = useState<ClientIntent | null>(null);
  const [bank, setBank] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const changeSent = (next: boolean): void => {
    setIsSent(next);
    onSent?.(next);
  };
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [endMessage, setEndMessage] = useState<string | null>(null);
  const running = useRef(false);

  /** Only one request runs at a time: a second press meanwhile does nothing. */
  const runExclusive = async (task: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    setEndMessage(null);
    try {
      await task();
    } catch (error) {
      // Another window was faster: its payment is awaited here too.
      if (error instanceof AppError && error.code === 'PAYMENT_PROCESSING') changeSent(true);
      else setProblem(errorText(error));
      // Any obstacle, such as a new total or a payment in another window, is shown by a reload.
      await refresh().catch(() => undefined);
    }
    running.current = false;
    setBusy(false);
  };
  const renewIntent = async (): Promise<ClientIntent> => {
    try {
      const newIntent = await createIntent();
      setIntent(newIntent);
      return newIntent;
    } catch (error) {
      setIntent(null);
      throw error;
    }
  };
  const follow = ({ status, failureCode }: CardResult): void => {
    setBank(status === 'requires_action');
    if (status === 'succeeded' || status === 'processing') changeSent(true);
    else if (status === 'requires_payment_method') setProblem(declineText(failureCode));
    else if (status === 'canceled') {
      setIntent(null);
      setProblem('This payment was ended. Start again.');
    }
  };
  return {
    intent,
    bank,
    isSent,
    problem,
    busy,
    /** Report the outcome of the awaited payment as text. */
    endMessage,
    start: () => runExclusive(async () => void (await renewIntent())),
    /** Confirm with the processor, after the server has checked again that the payment is allowed. */
    pay: (confirm: (newIntent: ClientIntent) => Promise<CardResult>) =>
      runExclusive(async () => {
        const displayedAmount = intent?.amount;
        const newIntent = await renewIntent();
        if (displayedAmount !== undefined && newIntent.amount !== displayedAmount) {
          setProblem('The amount has changed. Look at it and pay again.');
          return;
        }
        follow(await confirm(newIntent));
      }),
    /** Answer the bank check; the payment stays the same. */
    answer: (confirm: (newIntent: ClientIntent) => Promise<CardResult>) =>
      runExclusive(async () => {
        if (intent) follow(await confirm(intent));
      }),
    leaveBank: () => {
      setBank(false);
      setProblem('Your bank has no answer from you yet. Pay again to be asked once more.');
    },
    startOver: (reason: string | null = null) => {
      setIntent(null);
      changeSent(false);
      setEndMessage(reason);
    },
  };
}
