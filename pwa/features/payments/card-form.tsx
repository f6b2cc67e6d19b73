import { CreditCard } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CardTry } from '#db/billing/card-try.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { BankDialog } from './bank-dialog.tsx';
import { CardFields } from './card-fields.tsx';
import { endText } from './decline-texts.ts';
import { authenticateSimulated, type ClientIntent, confirmSimulated, isSimulated } from './payment-client.ts';
import type { PaymentState } from './payment-state.ts';
import { StripeFields } from './stripe-fields.tsx';
import { useCardPayment } from './use-card-payment.ts';
import { usePaymentPolling } from './use-payment-polling.ts';

interface CardFormProps {
  /** What is shown to be paid, in whole cents. */
  amount: number;
  createIntent(): Promise<ClientIntent>;
  refresh(): Promise<unknown>;
  /** How it stands at the lab, as it was read last. */
  paymentState: PaymentState;
  /** How the last try ended, if one did; another end than when the payment was sent is what became of it. */
  lastTry?: CardTry | null;
  /** Why it cannot be paid yet; nothing where that is said beside what is missing. */
  blockedReason?: string | null;
  /** Told when the browser has done its part, and when that is over. */
  onSent?: (isSent: boolean) => void;
}

/** The browser has done its part; what counts comes from the card processor to the lab. */
function Waiting({ long, onRefresh }: { long: boolean; onRefresh(): void }) {
  return (
    <Notice
      tone="progress"
      title="Processing"
      action={long && <Button onClick={onRefresh}>Look again</Button>}
    >
      <p>
        {long
          ? 'It takes longer than usual. You can leave this page: it is not charged twice, and you get an email.'
          : 'The payment is being processed. This page says when it has arrived.'}
      </p>
    </Notice>
  );
}

/**
 * Pays by card. The payment is begun at the server, entered in the processor's form, and waited for: only what the
 * server then says counts. A second press, a second window and a reloaded page go on with the same payment.
 */
export function CardForm(props: CardFormProps) {
  const { amount, createIntent, refresh, paymentState, lastTry = null, blockedReason = null, onSent } = props;
  const card = useCardPayment({ createIntent, refresh });
  const { intent, problem } = card;
  const waiting = paymentState === 'processing' || (card.isSent && paymentState !== 'paid');
  const long = usePaymentPolling(waiting, refresh);
  const { isSent, startOver } = card;
  const knownTry = useRef(lastTry?.key ?? null);
  const waited = useRef(false);
  useEffect(() => onSent?.(isSent), [isSent, onSent]);
  useEffect(() => {
    // What ended while it was waited for is told at once, also when the page was loaded in the middle of it.
    const hasNewTry = lastTry !== null && lastTry.key !== knownTry.current && paymentState !== 'paid';
    if (waited.current && hasNewTry) startOver(endText(lastTry));
    if (hasNewTry || !waiting) knownTry.current = lastTry?.key ?? null;
    waited.current = waiting && !hasNewTry;
  });
  if (paymentState === 'paid') return <Notice tone="success" title="Paid" />;
  if (waiting) return <Waiting long={long} onRefresh={() => startOver()} />;
  const failed = paymentState === 'failed' && lastTry ? endText(lastTry) : null;
  const message = problem ?? (intent ? null : (card.endMessage ?? failed));
  const simulated = intent !== null && isSimulated(intent);
  return (
    <div className="flex flex-col gap-4">
      {message !== null && <Notice tone="danger" title={message} />}
      {blockedReason && <p className="text-ink-soft">{blockedReason}</p>}
      {!intent && (
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
      {simulated && (
        <CardFields
          amount={intent.amount}
          onPay={(number) => card.pay((currentIntent) => confirmSimulated(currentIntent, number))}
          onCancel={() => startOver()}
        />
      )}
      {intent && !simulated && (
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
