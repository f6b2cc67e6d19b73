import { createHmac } from 'node:crypto';
import { AppError } from '#db/errors/app-error.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { usesSimulators } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { easypostCarriers } from '#sync-server/integrations/shipping/easypost-carriers.ts';
import type { Carriers } from '#sync-server/integrations/shipping/port.ts';
import { createShipmentSimulator } from './shipment-simulator.ts';

type Running = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Return the secret of the simulator's webhook signatures, known to this server only. */
export const trackingSecret = ({ env }: Pick<Running, 'env'>): string =>
  createHmac('sha256', authSecret(env)).update('webhooks of the parcel simulator').digest('hex');

/**
 * Return the carriers of this server: those behind EasyPost if its key is set, otherwise the simulator if
 * enabled.
 */
export function carriersOf({ pool, env, now }: Running): Carriers {
  const { EASYPOST_API_KEY: key, EASYPOST_WEBHOOK_SECRET: secret, EASYPOST_URL: url } = env;
  if (key && secret) return easypostCarriers({ url, key, secret });
  if (!usesSimulators(env))
    throw new AppError(
      'UNAVAILABLE',
      'The lab sells no labels yet. Choose your own carrier and enter the tracking number.',
    );
  return createShipmentSimulator(pool, trackingSecret({ env }), now);
}
