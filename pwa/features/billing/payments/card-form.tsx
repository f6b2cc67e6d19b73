import { CreditCard } from 'lucide-react';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardTry } from '#db/billing/payments/card-try.ts';
import type { ClientIntent } from '#db/billing/payments/simulated-payment.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { CardFields } from './card-fields.tsx';
import { PayBarContext, PayButton } from './pay-button.tsx';
import {
  authenticateSimulated,
  confirmSimulated,
  isSimulated,
  type PaymentState,
  payWithSaved,
} from './payment-client.ts';
import { OTHER_CARD, SavedCardChoice, useCardChoices } from './saved-cards.tsx';
import { StripeFields } from './stripe-fields.tsx';
import { endText, useCardPayment } from './use-card-payment.ts';

interface BankDialogProps {
  open: boolean;
  /** In cents. */
  amount: number;
  busy: boolean;
  onAnswer(passed: boolean): void;
  onClose(): void;
}

/** The simulated bank's check of the card owner (3-D Secure). */
function BankDialog({ open, amount, busy, onAnswer, onClose }: BankDialogProps) {
  return (
    <Dialog
      open={open}
      title="Confirm with your bank"
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={() => onAnswer(false)}>
            Decline payment
          </Button>
          <Button variant="primary" busy={busy} onClick={() => onAnswer(true)}>
            Confirm payment
          </Button>
        </>
      }
    >
      <p>{`A payment of ${formatMoney(amount)} needs your confirmation (3-D Secure). This is the test-card bank.`}</p>
    </Dialog>
  );
}

const NO_CARDS = 'Cards cannot be paid with here yet. Ask the lab for another way to pay.';

const FIRST_MS = 1_000;
const LATER_MS = 3_000;
const LONG_MS = 45_000;

/** Polls the state of a payment while it is awaited. Returns whether that takes long. */
function usePaymentPolling(waiting: boolean, refresh: () => Promise<unknown>): boolean {
  const [long, setLong] = useState(false);
  const read = useEffectEvent(refresh);
  useEffect(() => {
    if (!waiting) return;
    const since = Date.now();
    let timer = 0;
    const scheduleRefresh = (wait: number): void => {
      timer = window.setTimeout(async () => {
        // Offline, the next poll may succeed.
        await read().catch(() => undefined);
        if (timer === 0) return;
        setLong(Date.now() - since > LONG_MS);
        scheduleRefresh(Date.now() - since > 10_000 ? LATER_MS : FIRST_MS);
      }, wait);
    };
    scheduleRefresh(FIRST_MS);
    return () => {
      window.clearTimeout(timer);
      timer = 0;
      setLong(false);
    };
  }, [waiting]);
  return long;
}

interface CardFormProps {
  /** The displayed amount in cents. */
  amount: number;
  createIntent(saveCard: boolean): Promise<ClientIntent>;
  refresh(): Promise<unknown>;
  /** The last known payment state from the lab's server. */
  paymentState: PaymentState;
  /**
   * The outcome of the last attempt, if any; only a change after sending is the result of the current
   * payment.
   */
  lastTry?: CardTry | null;
  /** Why payment is not possible yet; empty where missing entries are shown elsewhere. */
  blockedReason?: string | null;
  /** Called when the browser has sent the payment, and when its result is known. */
  onSent?: ((isSent: boolean) => void) | undefined;
}

/** The browser is done; the card processor reports the actual result to the lab. */
function Waiting({ long, onRefresh }: { long: boolean; onRefresh(): void }) {
  return (
    <Notice
      tone="progress"
      title="Processing"
      action={long && <Button onClick={onRefresh}>Look again</Button>}
    >
      <p>
        {long
          ? 'Payment is taking longer than usual. You can leave this page: you are not charged twice and get an email.'
          : 'The payment is being processed. This page says when it has arrived.'}
      </p>
    </Notice>
  );
}

/**
 * Pays by card. The server creates the payment, the processor's form takes the card, and only the result that
 * the server then reports counts. A second press, a second window and a reloaded page continue the same
 * payment.
 */
export function CardForm(props: CardFormProps) {
  const { amount, createIntent, refresh, paymentState, lastTry = null, blockedReason = null, onSent } = props;
  const [saveCard, setSaveCard] = useState(false);
  const [chosenCard, setChosenCard] = useState<string | null>(null);
  const { cards, canPayByCard } = useCardChoices();
  const card = useCardPayment({ createIntent: () => createIntent(saveCard), refresh, onSent });
  const { intent, problem } = card;
  const waiting = paymentState === 'processing' || (card.isSent && paymentState !== 'paid');
  const long = usePaymentPolling(waiting, refresh);
  const { startOver } = card;
  const bar = useContext(PayBarContext);
  // Where the button stands in the bar of the page, the card is asked for at once.
  const opens =
    bar !== null &&
    canPayByCard === true &&
    blockedReason === null &&
    !waiting &&
    paymentState !== 'paid' &&
    intent === null &&
    problem === null &&
    card.endMessage === null;
  const open = useEffectEvent(() => void card.start());
  useEffect(() => {
    if (opens) open();
  }, [opens]);
  const knownTry = useRef(lastTry?.key ?? null);
  const waited = useRef(false);
  useEffect(() => {
    // The outcome of a pending payment is shown at once, also when the page was reloaded meanwhile.
    const hasNewTry = lastTry !== null && lastTry.key !== knownTry.current && paymentState !== 'paid';
    if (waited.current && hasNewTry) startOver(endText(lastTry));
    if (hasNewTry || !waiting) knownTry.current = lastTry?.key ?? null;
    waited.current = waiting && !hasNewTry;
  });
  if (paymentState === 'paid') return <Notice tone="success" title="Paid" />;
  if (waiting) return <Waiting long={long} onRefresh={() => startOver()} />;
  const failed = paymentState === 'failed' && lastTry ? endText(lastTry) : null;
  // A form that opens by itself keeps the outcome of the last attempt in sight.
  const message = problem ?? (intent && !bar ? null : (card.endMessage ?? failed));
  const simulated = intent !== null && isSimulated(intent);
  const savedCardId = chosenCard ?? cards.find(({ isDefault }) => isDefault)?.id ?? OTHER_CARD;
  const usesOther = cards.length === 0 || savedCardId === OTHER_CARD;
  return (
    <div className="flex flex-col gap-4">
      {message !== null && <Notice tone="danger" title={message} />}
      {blockedReason && <p className="text-ink-soft">{blockedReason}</p>}
      {bar && canPayByCard === false && <Notice tone="warning" title={NO_CARDS} />}
      {!intent && bar && (
        <PayButton
          amount={amount}
          busy={card.busy}
          disabled={blockedReason !== null || canPayByCard === false}
          onClick={() => void card.start()}
          onCancel={null}
        />
      )}
      {!intent && !bar && (
        <Button
          variant="primary"
          icon={CreditCard}
          busy={card.busy}
          disabled={blockedReason !== null}
          className="self-start max-sm:w-full"
          onClick={() => void card.start()}
        >
          {paymentState === 'failed'
            ? `Try again: pay ${formatMoney(amount)}`
            : `Pay ${formatMoney(amount)} by card`}
        </Button>
      )}
      {intent && cards.length > 0 && (
        <SavedCardChoice cards={cards} selected={savedCardId} onChoose={setChosenCard} />
      )}
      {intent && !usesOther && (
        <PayButton
          amount={intent.amount}
          busy={card.busy}
          onClick={() => void card.pay((currentIntent) => payWithSaved(currentIntent, savedCardId))}
          onCancel={() => startOver()}
          cancelLabel="Back"
        />
      )}
      {intent && usesOther && (
        <label className="flex min-h-control items-center gap-2">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={saveCard}
            onChange={(event) => setSaveCard(event.target.checked)}
          />
          Save this card for your organization
        </label>
      )}
      {simulated && usesOther && (
        <CardFields
          amount={intent.amount}
          onPay={(number) => card.pay((currentIntent) => confirmSimulated(currentIntent, number))}
          onCancel={() => startOver()}
        />
      )}
      {intent && !simulated && usesOther && (
        <StripeFields
          key={`${intent.paymentIntentId} ${intent.amount}`}
          intent={intent}
          busy={card.busy}
          onPay={(confirm) => void card.pay(confirm)}
          onCancel={() => startOver()}
        />
      )}
      <BankDialog
        open={card.bank}
        amount={intent?.amount ?? amount}
        busy={card.busy}
        onAnswer={(passed) =>
          void card.answer((currentIntent) => authenticateSimulated(currentIntent, passed))
        }
        onClose={card.leaveBank}
      />
    </div>
  );
}
