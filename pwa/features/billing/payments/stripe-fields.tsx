import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readEntity } from '#db/api/system.ts';
import type { CardResult, ClientIntent } from '#db/billing/payments/simulated-payment.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PayButton } from './pay-button.tsx';
import { loadStripe, type StripeClient, type StripeElements, stripeResult } from './stripe-client.ts';

const NO_KEY = 'Cards cannot be paid with here yet. Ask the lab for another way to pay.';

interface Form {
  stripe: StripeClient;
  elements: StripeElements;
}

/** The result from Stripe, which runs the bank check itself. */
async function confirm({ stripe, elements }: Form): Promise<CardResult> {
  return stripeResult(
    await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: window.location.href },
    }),
  );
}

interface KeyAnswer {
  cardPublicKey: string | null;
}

/** Say why there is no key; null while it is read, and when it is there. */
function keyProblem({ data, error }: Pick<UseQueryResult<KeyAnswer>, 'data' | 'error'>): string | null {
  if (data) return data.cardPublicKey ? null : NO_KEY;
  return error ? errorText(error) : null;
}

interface StripeFieldsProps {
  intent: ClientIntent;
  busy: boolean;
  onPay(confirm: () => Promise<CardResult>): void;
  onCancel(): void;
}

/** Stripe's own card form: card data go from the browser to Stripe and never to the lab. */
export function StripeFields({ intent, busy, onPay, onCancel }: StripeFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<Form | null>(null);
  const [loadProblem, setLoadProblem] = useState<string | null>(null);
  const { clientSecret, amount } = intent;
  // The publishable key of the business entity's account.
  const entity = useCall(readEntity, {});
  const publicKey = entity.data?.cardPublicKey;
  const problem = loadProblem ?? keyProblem(entity);
  useEffect(() => {
    if (!publicKey) return;
    let isUnmounted = false;
    let remove = (): void => undefined;
    const open = async (): Promise<void> => {
      const stripe = await loadStripe(publicKey);
      if (isUnmounted || !place.current) return;
      const night = document.documentElement.dataset['theme'] !== 'light';
      const elements = stripe.elements({ clientSecret, appearance: { theme: night ? 'night' : 'stripe' } });
      const field = elements.create('payment', { wallets: { applePay: 'auto', googlePay: 'auto' } });
      remove = () => field.destroy();
      field.on('ready', () => setForm({ stripe, elements }));
      field.on('loaderror', () => setLoadProblem('The card form could not be loaded. Start again.'));
      field.mount(place.current);
    };
    open().catch((error: unknown) => {
      if (!isUnmounted) setLoadProblem(errorText(error));
    });
    return () => {
      isUnmounted = true;
      remove();
    };
  }, [clientSecret, publicKey]);
  return (
    <div className="flex flex-col gap-4">
      {problem && <Notice tone="danger" title={problem} />}
      {!form && !problem && <Skeleton lines={3} label="The card form" />}
      <div ref={place} />
      <PayButton
        amount={amount}
        busy={busy}
        disabled={!form}
        onClick={() => form && onPay(() => confirm(form))}
        onCancel={onCancel}
      />
    </div>
  );
}
