import { AppError } from '#db/errors/app-error.ts';

/** The part of Stripe.js that the app uses. */
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
export interface StripeClient {
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
