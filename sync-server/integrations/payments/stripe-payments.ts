import Stripe from 'stripe';
import { AppError } from '#db/errors/app-error.ts';
import type { CardIntent, CardPayments, CardRefund, IntentStatus } from './card-payments.ts';

const AWAY = 'Card payments cannot be reached now. Nothing was charged; try again in a moment.';

/** Convert the processor's errors to errors that people can act on; its own texts may name keys. */
async function translateErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError)
      throw new AppError('UNAVAILABLE', AWAY);
    if (error instanceof Stripe.errors.StripeError)
      throw new AppError('PAYMENT_REFUSED', `The card processor refused (${error.code ?? error.type}).`);
    throw error;
  }
}

type Dispute = Pick<CardIntent, 'dispute' | 'disputedAmount'>;
const UNDISPUTED: Dispute = { dispute: 'none', disputedAmount: 0 };
const DISPUTES: Partial<Record<Stripe.Dispute.Status, Dispute['dispute']>> = {
  won: 'won',
  lost: 'lost',
  // A warning that ended before it became a dispute; returned money is a refund.
  prevented: 'none',
  warning_closed: 'none',
  warning_needs_response: 'none',
  warning_under_review: 'none',
};

/** Combine the disputes of one payment: what is open or lost is gone. */
function disputeOf(disputes: readonly Pick<Stripe.Dispute, 'status' | 'amount'>[]): Dispute {
  const known = disputes.map(({ status, amount }) => ({ dispute: DISPUTES[status] ?? 'open', amount }));
  const withheld = known.filter(({ dispute }) => dispute === 'open' || dispute === 'lost');
  const dispute = (['open', 'lost', 'won'] as const).find((one) => known.some((of) => of.dispute === one));
  return {
    dispute: dispute ?? 'none',
    disputedAmount: withheld.reduce((sum, { amount }) => sum + amount, 0),
  };
}

const REFUNDS: Readonly<Record<string, CardRefund['status']>> = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  canceled: 'FAILED',
};

const toCardRefund = ({ id, status, amount, metadata }: Stripe.Refund): CardRefund => ({
  id,
  status: REFUNDS[status ?? ''] ?? 'PROCESSING',
  amount,
  key: metadata?.['askedUnder'] ?? null,
});

const KNOWN: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'succeeded',
  'canceled',
];

const toCardIntent = (intent: Stripe.PaymentIntent, dispute: Dispute): CardIntent => ({
  id: intent.id,
  clientSecret: intent.client_secret ?? '',
  // An unknown status decides nothing yet.
  status: KNOWN.find((status) => status === intent.status) ?? 'processing',
  amount: intent.amount,
  amountReceived: intent.amount_received,
  failureCode: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
  ...dispute,
  paymentId: intent.metadata['paymentId'] ?? null,
});

/** Return the intent of an event, whichever object of the processor it contains. */
function intentOf(event: Stripe.Event): string | null {
  const about: { id?: string; object?: string; payment_intent?: unknown } = event.data.object;
  if (about.object === 'payment_intent') return about.id ?? null;
  return typeof about.payment_intent === 'string' ? about.payment_intent : null;
}

/** URL of the processor; tests use a local one. */
export type StripeAddress = Pick<
  NonNullable<ConstructorParameters<typeof Stripe>[1]>,
  'host' | 'port' | 'protocol'
>;

/** Card payments by Stripe through its own library, which retries under the same key. */
export function stripePayments(
  secretKey: string,
  webhookSecret: string,
  address: StripeAddress = {},
): CardPayments {
  const stripe = new Stripe(secretKey, {
    ...address,
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
  });
  const read = async (id: string): Promise<CardIntent> => {
    const intent = await stripe.paymentIntents.retrieve(id);
    if (intent.status !== 'succeeded') return toCardIntent(intent, UNDISPUTED);
    return toCardIntent(
      intent,
      disputeOf((await stripe.disputes.list({ payment_intent: id, limit: 100 })).data),
    );
  };
  return {
    provider: 'STRIPE',
    readIntent: (id) => translateErrors(() => read(id)),
    createIntent: ({ amount, metadata }, idempotencyKey) =>
      translateErrors(async () => {
        const intentParams = {
          amount,
          currency: 'usd',
          metadata: { ...metadata },
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
        };
        return toCardIntent(await stripe.paymentIntents.create(intentParams, { idempotencyKey }), UNDISPUTED);
      }),
    updateIntent: (id, amount) =>
      translateErrors(async () =>
        toCardIntent(await stripe.paymentIntents.update(id, { amount }), UNDISPUTED),
      ),
    cancelIntent: (id) =>
      translateErrors(async () => {
        const intent = await read(id);
        if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
          return intent;
        return toCardIntent(await stripe.paymentIntents.cancel(id), UNDISPUTED);
      }),
    refund: ({ intentId, amount }, idempotencyKey) =>
      translateErrors(async () => {
        const intentParams = { payment_intent: intentId, amount, metadata: { askedUnder: idempotencyKey } };
        return toCardRefund(await stripe.refunds.create(intentParams, { idempotencyKey }));
      }),
    refundsOf: (intentId) =>
      translateErrors(async () =>
        (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data.map(toCardRefund),
      ),
    async readEvent(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
        return { id: event.id, kind: event.type, intentId: intentOf(event) };
      } catch {
        throw new AppError('BAD_REQUEST', 'The signature of this webhook is not valid.');
      }
    },
  };
}
