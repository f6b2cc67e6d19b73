import { usesSimulators } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { SHIPPING_WEBHOOK } from '#sync-server/http/raw-body.ts';
import { sendTrackingToSelf, tellTracking } from '#sync-server/integrations/shipping/tell-tracking.ts';
import { trackingSecret } from '#sync-server/services/ordering/shipping/carriers-of.ts';

/** Lets the simulated carriers tell this server where parcels are, as real ones would from outside. */
export async function tellParcels({ pool, env, now }: AppServices): Promise<void> {
  if (env.EASYPOST_API_KEY !== undefined || !usesSimulators(env)) return;
  const [host = 'localhost'] = env.ENTITY_HOSTS.keys();
  const send = sendTrackingToSelf({ port: env.PORT, host, path: SHIPPING_WEBHOOK });
  await tellTracking(pool, { secret: trackingSecret({ env }), send, now: now() });
}
