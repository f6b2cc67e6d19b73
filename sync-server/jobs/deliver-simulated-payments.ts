import type { Env } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import {
  deliverSimulatedEvents,
  sendToSelf,
} from '#sync-server/integrations/payments/deliver-simulated-events.ts';
import { settleSimulated } from '#sync-server/services/billing/payments/confirm-simulated.ts';
import { simulatorSecret } from '#sync-server/services/billing/payments/payments-of.ts';

/** Report whether these settings simulate card payments. */
export const simulatesCards = (env: Env): boolean => env.STRIPE_SECRET_KEY === undefined;

/**
 * Let the simulated processor decide pending payments and send its events, as a real one would from outside.
 * Returns the number of accepted events.
 */
export async function deliverSimulatedPayments({ pool, env, now }: AppServices): Promise<number> {
  if (!simulatesCards(env)) return 0;
  const [host = 'localhost'] = env.ENTITY_HOSTS.keys();
  await settleSimulated(pool, now());
  return deliverSimulatedEvents(pool, {
    secret: simulatorSecret({ env }),
    send: sendToSelf(env.PORT, host),
    now: now(),
  });
}
