import Stripe from 'stripe';
import { AppError } from '#db/errors/app-error.ts';
import type {
  CardIntent,
  CardPayments,
  CardRefund,
  IntentCard,
  IntentRequest,
  IntentStatus,
} from './card-payments.ts';

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

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};
const WALLETS: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};

/** Return the card of an intent whose payment method was read with it; a wallet is named beside the brand. */
function cardOf(method: Stripe.PaymentIntent['payment_method']): IntentCard | null {
  if (!method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear, wallet } = method.card;
  const walletName = WALLETS[wallet?.type ?? ''];
  const name = BRANDS[brand] ?? 'Card';
  return {
    paymentMethodId: method.id,
    brand: walletName ? `${name} (${walletName})` : name,
    last4,
    expMonth,
    expYear,
  };
}

const futureUse = ({ customerId, savesCard }: IntentRequest) => ({
  ...(customerId === null ? {} : { customer: customerId }),
  setup_future_usage: savesCard ? ('off_session' as const) : ('' as const),
});
const WITH_CARD = { expand: ['payment_method'] };

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
  card: cardOf(intent.payment_method),
  customerId: typeof intent.customer === 'string' ? intent.customer : (intent.customer?.id ?? null),
  savesCard: intent.setup_future_usage === 'off_session',
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
    const intent = await stripe.paymentIntents.retrieve(id, WITH_CARD);
    if (intent.status !== 'succeeded') return toCardIntent(intent, UNDISPUTED);
    return toCardIntent(
      intent,
      disputeOf((await stripe.disputes.list({ payment_intent: id, limit: 100 })).data),
    );
  };
  return {
    provider: 'STRIPE',
    readIntent: (id) => translateErrors(() => read(id)),
    createIntent: ({ metadata, ...request }, idempotencyKey) =>
      translateErrors(async () => {
        const { setup_future_usage: use, ...customer } = futureUse(request);
        const intentParams = {
          amount: request.amount,
          ...customer,
          ...(use === '' ? {} : { setup_future_usage: use }),
          currency: 'usd',
          metadata: { ...metadata },
          // Includes the wallets of the customer's browser.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
        };
        return toCardIntent(await stripe.paymentIntents.create(intentParams, { idempotencyKey }), UNDISPUTED);
      }),
    updateIntent: (id, request) =>
      translateErrors(async () =>
        toCardIntent(
          await stripe.paymentIntents.update(id, { amount: request.amount, ...futureUse(request) }),
          UNDISPUTED,
        ),
      ),
    createCustomer: ({ companyId, name }, idempotencyKey) =>
      translateErrors(
        async () => (await stripe.customers.create({ name, metadata: { companyId } }, { idempotencyKey })).id,
      ),
    payWithCard: (id, paymentMethodId) =>
      translateErrors(async () => {
        try {
          const intent = await stripe.paymentIntents.confirm(id, {
            payment_method: paymentMethodId,
            ...WITH_CARD,
          });
          return toCardIntent(intent, UNDISPUTED);
        } catch (error) {
          // A declined card is an answer of the intent, not a failure of the call.
          if (error instanceof Stripe.errors.StripeCardError) return read(id);
          throw error;
        }
      }),
    removeCard: (paymentMethodId) =>
      translateErrors(async () => {
        try {
          await stripe.paymentMethods.detach(paymentMethodId);
        } catch (error) {
          // It was removed before.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        }
      }),
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
