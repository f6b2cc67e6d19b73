import * as calls from '#db/api/identity/pins.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { SignInRequest } from '#sync-server/auth/account-log.ts';
import { serveAccountCall } from '#sync-server/auth/accounts/account-route.ts';
import { passwordLimits } from '#sync-server/auth/accounts/account-routes.ts';
import { type Limit, refundAttempt } from '#sync-server/auth/attempts.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { checkPin, reviewWithPin, setPin } from './pin.ts';
import { endOwnKey, registerSigningKey } from './signing-keys.ts';

interface From {
  from: SignInRequest;
  userId: string | null;
}

/**
 * Limit per address, because trying the PINs of many people would stay below each one's limit; a lab may
 * share an address.
 */
export const pinLimits = ({ from }: From): readonly Limit[] => [
  { key: `pin|${from.entity}|address|${from.ip}`, limit: 100, minutes: 15 },
];

/**
 * Check a PIN whose attempt is counted. If nothing was guessed, as with a locked PIN, the address is not
 * counted.
 */
export async function countedPin<T>(
  { services, ...call }: From & { services: AppServices },
  check: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await check();
    await refundAttempt(services.pool, pinLimits(call));
    return answer;
  } catch (error) {
    const guessed = error instanceof AppError && error.code === 'VALIDATION';
    if (!guessed) await refundAttempt(services.pool, pinLimits(call));
    throw error;
  }
}

/** The rows of `/api/auth/pin`. */
export const pinRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.checkPin, {
    limits: pinLimits,
    handler: async ({ services, session, body, from }) => {
      const call = { services, from, userId: session.userId };
      await countedPin(call, () => checkPin(services.pool, session, body.pin));
    },
  }),
  serveAccountCall(calls.setPin, {
    limits: ({ userId }) => passwordLimits(userId),
    handler: async ({ services, session, body }) => {
      await setPin(services, session, body);
      await refundAttempt(services.pool, passwordLimits(session.userId));
    },
  }),
  serveAccountCall(calls.registerSigningKey, {
    limits: pinLimits,
    handler: async ({ services, session, body, from }) => {
      const call = { services, from, userId: session.userId };
      await countedPin(call, () => checkPin(services.pool, session, body.pin));
      const { pool, now, env } = services;
      const settings = { pool, now, offlineHours: env.OFFLINE_HOURS };
      return { id: await registerSigningKey(settings, session, body) };
    },
  }),
  serveAccountCall(calls.endSigningKey, {
    limits: () => [],
    handler: ({ services, session, body }) => endOwnKey(services, session, body),
  }),
  serveAccountCall(calls.reviewWithPin, {
    limits: pinLimits,
    handler: async ({ services, session, body, from }) => {
      const call = { services, from, userId: session.userId };
      return { proof: await countedPin(call, () => reviewWithPin(services, session, body)) };
    },
  }),
];
