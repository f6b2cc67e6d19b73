import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readEntity } from '#db/api/system.ts';
import type { CardResult, ClientIntent } from '#db/billing/payments/simulated-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

/** The part of Stripe.js that the app uses. */
interface StripeElements {
  create(
    kind: 'payment',
    options: object,
  ): {
    mount(place: HTMLElement): void;
    destroy(): void;
    on(event: 'ready' | 'loaderror', listener: () => void): void;
  };
}
interface StripeFailure {
  code?: string;
  decline_code?: string;
}
interface StripeClient {
  elements(options: { clientSecret: string; appearance: object }): StripeElements;
  confirmPayment(request: {
    elements: StripeElements;
    redirect: 'if_required';
    confirmParams: { return_url: string };
  }): Promise<{ error?: StripeFailure; paymentIntent?: { status: string } }>;
}

declare global {
  interface Window {
    Stripe?: (publicKey: string) => StripeClient;
  }
}

const ADDRESS = 'https://js.stripe.com/v3/';
const NO_KEY = 'Cards cannot be paid with here yet. Ask the lab for another way to pay.';
const unreachable = () =>
  new AppError('UNAVAILABLE', 'The card processor cannot be reached. Check the network and try again.');

let loading: Promise<void> | null = null;
const script = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = ADDRESS;
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(unreachable());
    };
    document.head.append(element);
  });

/** Load Stripe.js from Stripe, as Stripe requires, at the first card payment; a failure is retried. */
async function loadStripe(publicKey: string): Promise<StripeClient> {
  if (!window.Stripe) {
    loading ??= script().catch((problem: unknown) => {
      loading = null;
      throw problem;
    });
    await loading;
  }
  if (!window.Stripe) throw unreachable();
  return window.Stripe(publicKey);
}

interface Form {
  stripe: StripeClient;
  elements: StripeElements;
}

/** The result from Stripe, which runs the bank check itself. */
async function confirm({ stripe, elements }: Form): Promise<CardResult> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    redirect: 'if_required',
    confirmParams: { return_url: window.location.href },
  });
  if (error)
    return { status: 'requires_payment_method', failureCode: error.decline_code ?? error.code ?? null };
  return { status: paymentIntent?.status ?? 'processing', failureCode: null };
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
      const field = elements.create('payment', {});
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={!form}
          onClick={() => form && onPay(() => confirm(form))}
        >
          {`Pay ${formatMoney(amount)}`}
        </Button>
      </div>
    </div>
  );
}
