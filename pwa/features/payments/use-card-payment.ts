import { useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { declineText } from './decline-texts.ts';
import type { CardResult, ClientIntent } from './payment-client.ts';

/** The subject of a card payment. */
export interface CardPaymentOptions {
  /** Requests the payment from the server; repeated calls return the same one, or the reason why it ended. */
  createIntent(): Promise<ClientIntent>;
  /** Reloads the payment state from the lab. */
  refresh(): Promise<unknown>;
}

/**
 * Runs the browser's part of a payment: created, entered, checked by the bank, sent. The lab receives the
 * result.
 */
export function useCardPayment({ createIntent, refresh }: CardPaymentOptions) {
  const [intent, setIntent] = useState<ClientIntent | null>(null);
  const [bank, setBank] = useState(false);
  const [isSent, setIsSent] = useState(false);
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
      if (error instanceof AppError && error.code === 'PAYMENT_PROCESSING') setIsSent(true);
      else setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
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
    if (status === 'succeeded' || status === 'processing') setIsSent(true);
    else if (status === 'requires_payment_method') setProblem(declineText(failureCode));
    else if (status === 'canceled') {
      setIntent(null);
      setProblem('This payment was ended. Begin again.');
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
      setIsSent(false);
      setEndMessage(reason);
    },
  };
}
