import { useRef, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { declineText } from './decline-words.ts';
import type { AskedIntent, CardResult } from './payment-client.ts';

/** What a card payment is about. */
export interface CardPaymentOptions {
  /** Asks the server for the payment; asked again it answers the same one, or says why not any more. */
  ask(): Promise<AskedIntent>;
  /** Reads again how it stands at the lab. */
  look(): Promise<unknown>;
}

/** How the browser's part of a payment goes: begun, entered, asked by the bank, sent. What comes of it the lab hears. */
export function useCardPayment({ ask, look }: CardPaymentOptions) {
  const [intent, setIntent] = useState<AskedIntent | null>(null);
  const [bank, setBank] = useState(false);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [ended, setEnded] = useState<string | null>(null);
  const running = useRef(false);

  /** One at a time: a second press while the first is on its way does nothing. */
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    setEnded(null);
    try {
      await act();
    } catch (error) {
      // Another window was faster: what becomes of that payment is waited for here too.
      if (error instanceof AppError && error.code === 'PAYMENT_PROCESSING') setSent(true);
      else setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      // Whatever stands in the way, the total or a payment in another window, is shown as it is now.
      await look().catch(() => undefined);
    }
    running.current = false;
    setBusy(false);
  };
  const askAgain = async (): Promise<AskedIntent> => {
    try {
      const asked = await ask();
      setIntent(asked);
      return asked;
    } catch (error) {
      setIntent(null);
      throw error;
    }
  };
  const follow = ({ status, failureCode }: CardResult): void => {
    setBank(status === 'requires_action');
    if (status === 'succeeded' || status === 'processing') setSent(true);
    else if (status === 'requires_payment_method') setProblem(declineText(failureCode));
    else if (status === 'canceled') {
      setIntent(null);
      setProblem('This payment was ended. Begin again.');
    }
  };
  return {
    intent,
    bank,
    sent,
    problem,
    busy,
    /** How what was waited for ended, in words. */
    ended,
    begin: () => once(async () => void (await askAgain())),
    /** Confirms with the processor, after the server has said once more that this may be paid. */
    pay: (confirm: (asked: AskedIntent) => Promise<CardResult>) =>
      once(async () => {
        const shown = intent?.amount;
        const asked = await askAgain();
        if (shown !== undefined && asked.amount !== shown) {
          setProblem('The amount has changed. Look at it and pay again.');
          return;
        }
        follow(await confirm(asked));
      }),
    /** Answers the bank; the payment is the same. */
    answer: (confirm: (asked: AskedIntent) => Promise<CardResult>) =>
      once(async () => {
        if (intent) follow(await confirm(intent));
      }),
    leaveBank: () => {
      setBank(false);
      setProblem('Your bank has no answer from you yet. Pay again to be asked once more.');
    },
    startOver: (why: string | null = null) => {
      setIntent(null);
      setSent(false);
      setEnded(why);
    },
  };
}
