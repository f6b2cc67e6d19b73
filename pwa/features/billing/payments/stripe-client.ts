import { readEntity } from '#db/api/system.ts';
import type { CardResult, ClientIntent } from '#db/billing/payments/simulated-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { call } from '#pwa/api/call.ts';

/** The form elements of Stripe.js that the app uses. */
export interface StripeElements {
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
interface StripeAnswer {
  error?: StripeFailure;
  paymentIntent?: { status: string };
}
/** Stripe.js with the lab's public key. */
export interface StripeClient {
  elements(options: { clientSecret: string; appearance: object }): StripeElements;
  confirmPayment(request: {
    elements: StripeElements;
    redirect: 'if_required';
    confirmParams: { return_url: string };
  }): Promise<StripeAnswer>;
  handleNextAction(request: { clientSecret: string }): Promise<StripeAnswer>;
}

declare global {
  interface Window {
    Stripe?: (publicKey: string) => StripeClient;
  }
}

const ADDRESS = 'https://js.stripe.com/v3/';
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
export async function loadStripe(publicKey: string): Promise<StripeClient> {
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

/** Map Stripe's answer to the browser to a card result. */
export function stripeResult({ error, paymentIntent }: StripeAnswer): CardResult {
  if (error)
    return { status: 'requires_payment_method', failureCode: error.decline_code ?? error.code ?? null };
  return { status: paymentIntent?.status ?? 'processing', failureCode: null };
}

/** Let the bank of a saved card ask its owner, in Stripe's window. */
export async function answerStripe({ clientSecret }: ClientIntent): Promise<CardResult> {
  const { cardPublicKey } = await call(readEntity, {});
  if (!cardPublicKey) throw unreachable();
  const stripe = await loadStripe(cardPublicKey);
  return stripeResult(await stripe.handleNextAction({ clientSecret }));
}
