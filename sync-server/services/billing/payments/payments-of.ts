import { createHmac } from 'node:crypto';
import { AppError } from '#db/errors/app-error.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { usesSimulators } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { CardPayments } from '#sync-server/integrations/payments/port.ts';
import { stripePayments } from '#sync-server/integrations/payments/stripe-payments.ts';
import { cardSimulator } from './simulator.ts';

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Return the secret of the simulator's webhook signatures, known to this server only. */
export const simulatorSecret = ({ env }: Pick<Running, 'env'>): string =>
  createHmac('sha256', authSecret(env)).update('webhooks of the card simulator').digest('hex');

/**
 * Return the card processor of this server: Stripe if its keys are set, otherwise the simulator if enabled,
 * because no lab may accept simulated money by accident.
 */
export function paymentsOf({ pool, env, now }: Running): CardPayments {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = env;
  if (key && secret) return stripePayments(key, secret);
  if (!usesSimulators(env))
    throw new AppError(
      'UNAVAILABLE',
      'Cards cannot be paid with here yet. Ask the lab for another way to pay.',
    );
  return cardSimulator(pool, simulatorSecret({ env }), now);
}
