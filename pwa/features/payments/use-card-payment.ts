import { useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { declineText } from './decline-texts.ts';
import type { CardResult, ClientIntent } from './payment-client.ts';

/** What a card payment is about. */
export interface CardPaymentOptions {
  /** Asks the server for the payment; asked again it answers the same one, or says why not any more. */
  createIntent(): Promise<ClientIntent>;
  /** Reads again how it stands at the lab. */
  refresh(): Promise<unknown>;
}

/** How the browser's part of a payment goes: begun, entered, asked by the bank, sent. What comes of it the lab hears. */
export function useCardPayment({ createIntent, refresh }: CardPaymentOptions) {
  const [intent, setIntent] = useState<ClientIntent | null>(null);
  const [bank, setBank] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [endMessage, setEndMessage] = useState<string | null>(null);
  const running = useRef(false);

  /** One at a time: a second press while the first is on its way does nothing. */
  const runExclusive = async (task: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    setEndMessage(null);
    try {
      await task();
    } catch (error) {
      // Another window was faster: what becomes of that payment is waited for here too.
      if (error instanceof AppError && error.code === 'PAYMENT_PROCESSING') setIsSent(true);
      else setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      // Whatever stands in the way, the total or a payment in another window, is shown as it is now.
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
    /** How what was waited for ended, in words. */
    endMessage,
    start: () => runExclusive(async () => void (await renewIntent())),
    /** Confirms with the processor, after the server has said once more that this may be paid. */
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
    /** Answers the bank; the payment is the same. */
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
