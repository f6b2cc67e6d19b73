import type { Env } from '#sync-server/config/env.ts';
import { usesSimulators } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { SHIPPING_WEBHOOK } from '#sync-server/http/request-bodies.ts';
import {
  deliverSimulatedEvents,
  sendToSelf,
} from '#sync-server/integrations/payments/deliver-simulated-events.ts';
import {
  deliverTrackingEvents,
  sendTrackingToSelf,
} from '#sync-server/integrations/shipping/deliver-tracking-events.ts';
import { simulatorSecret } from '#sync-server/services/billing/payments/payments-of.ts';
import { settleSimulated } from '#sync-server/services/billing/payments/simulated-payments.ts';
import { trackingSecret } from '#sync-server/services/ordering/shipments/carriers-of.ts';

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

/** Report whether these settings simulate carriers. */
export const simulatesCarriers = (env: Env): boolean =>
  env.EASYPOST_API_KEY === undefined && usesSimulators(env);

/**
 * Deliver the simulated carriers' events, as real ones would from outside. Returns the number of accepted
 * events.
 */
export async function deliverSimulatedTracking({ pool, env, now }: AppServices): Promise<number> {
  if (!simulatesCarriers(env)) return 0;
  const [host = 'localhost'] = env.ENTITY_HOSTS.keys();
  const send = sendTrackingToSelf({ port: env.PORT, host, path: SHIPPING_WEBHOOK });
  return deliverTrackingEvents(pool, { secret: trackingSecret({ env }), send, now: now() });
}
