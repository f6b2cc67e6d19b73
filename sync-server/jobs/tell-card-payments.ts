import type { AppServices } from '#sync-server/http/api-route.ts';
import { sendToSelf, tellSimulated } from '#sync-server/integrations/payments/tell-simulated.ts';
import { settleSimulated } from '#sync-server/services/billing/payments/confirm-simulated.ts';
import { simulatorSecret } from '#sync-server/services/billing/payments/payments-of.ts';

/** Lets the simulated processor decide what it is processing and tell it to this server, as a real one would from outside. */
export async function tellCardPayments({ pool, env, now }: AppServices): Promise<void> {
  if (env.STRIPE_SECRET_KEY !== undefined) return;
  const [host = 'localhost'] = env.ENTITY_HOSTS.keys();
  await settleSimulated(pool, now());
  await tellSimulated(pool, {
    secret: simulatorSecret({ env }),
    send: sendToSelf(env.PORT, host),
    now: now(),
  });
}
