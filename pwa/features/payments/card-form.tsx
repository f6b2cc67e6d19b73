import { CreditCard } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CardTry } from '#db/billing/card-try.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { BankDialog } from './bank-dialog.tsx';
import { CardFields } from './card-fields.tsx';
import { endText } from './decline-words.ts';
import { type AskedIntent, authenticateSimulated, confirmSimulated, isSimulated } from './payment-client.ts';
import type { PaymentStand } from './payment-stand.ts';
import { StripeFields } from './stripe-fields.tsx';
import { useCardPayment } from './use-card-payment.ts';
import { useNews } from './use-news.ts';

interface CardFormProps {
  /** What is shown to be paid, in whole cents. */
  amount: number;
  ask(): Promise<AskedIntent>;
  look(): Promise<unknown>;
  /** How it stands at the lab, as it was read last. */
  stand: PaymentStand;
  /** How the last try ended, if one did; another end than when the payment was sent is what became of it. */
  lastTry?: CardTry | null;
  /** Why it cannot be paid yet; nothing where that is said beside what is missing. */
  notYet?: string | null;
  /** Told when the browser has done its part, and when that is over. */
  onSent?: (sent: boolean) => void;
}

/** The browser has done its part; what counts comes from the card processor to the lab. */
function Waiting({ long, onLook }: { long: boolean; onLook(): void }) {
  return (
    <Notice tone="progress" title="Processing" action={long && <Button onClick={onLook}>Look again</Button>}>
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
  const { amount, ask, look, stand, lastTry = null, notYet = null, onSent } = props;
  const card = useCardPayment({ ask, look });
  const { intent, problem } = card;
  const waiting = stand === 'processing' || (card.sent && stand !== 'paid');
  const long = useNews(waiting, look);
  const { sent, startOver } = card;
  const known = useRef(lastTry?.key ?? null);
  const waited = useRef(false);
  useEffect(() => onSent?.(sent), [sent, onSent]);
  useEffect(() => {
    // What ended while it was waited for is told at once, also when the page was loaded in the middle of it.
    const news = lastTry !== null && lastTry.key !== known.current && stand !== 'paid';
    if (waited.current && news) startOver(endText(lastTry));
    if (news || !waiting) known.current = lastTry?.key ?? null;
    waited.current = waiting && !news;
  });
  if (stand === 'paid') return <Notice tone="success" title="Paid" />;
  if (waiting) return <Waiting long={long} onLook={() => startOver()} />;
  const failed = stand === 'failed' && lastTry ? endText(lastTry) : null;
  const said = problem ?? (intent ? null : (card.ended ?? failed));
  const simulated = intent !== null && isSimulated(intent);
  return (
    <div className="flex flex-col gap-4">
      {said !== null && <Notice tone="danger" title={said} />}
      {notYet && <p className="text-ink-soft">{notYet}</p>}
      {!intent && (
        <Button
          variant="primary"
          icon={CreditCard}
          busy={card.busy}
          disabled={notYet !== null}
          className="self-start max-sm:w-full"
          onClick={() => void card.begin()}
        >
          {stand === 'failed'
            ? `Try again: pay ${formatMoney(amount)}`
            : `Pay ${formatMoney(amount)} by card`}
        </Button>
      )}
      {simulated && (
        <CardFields
          amount={intent.amount}
          onPay={(number) => card.pay((asked) => confirmSimulated(asked, number))}
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
        onAnswer={(passed) => void card.answer((asked) => authenticateSimulated(asked, passed))}
        onClose={card.leaveBank}
      />
    </div>
  );
}
