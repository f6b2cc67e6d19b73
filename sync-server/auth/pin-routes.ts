import { AppError } from '#db/errors/app-error.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { accountRoute } from './account-route.ts';
import { passwordLimits } from './account-routes.ts';
import { forgiveAttempt, type Limit } from './attempts.ts';
import { CheckPin, checkPin, RegisterKey, registerSigningKey, SetPin, setPin } from './pin.ts';
import { ReviewPin, reviewWithPin } from './review-pin.ts';
import type { SignInRequest } from './sign-in-request.ts';

interface From {
  from: SignInRequest;
  userId: string | null;
}

/** One place trying many people's PINs, each of whose own count would not show it; a lab may share one address. */
const pinLimits = ({ from }: From): readonly Limit[] => [
  { key: `pin|${from.entity}|address|${from.ip}`, limit: 100, minutes: 15 },
];

/** Asks for a PIN that was counted before. Where nothing was guessed, as at a locked one, the place is not counted. */
async function asked<T>(
  { services, ...call }: From & { services: AppServices },
  limits: (call: From) => readonly Limit[],
  ask: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await ask();
    await forgiveAttempt(services.pool, limits(call));
    return answer;
  } catch (error) {
    const guessed = error instanceof AppError && error.code === 'VALIDATION';
    if (!guessed) await forgiveAttempt(services.pool, pinLimits(call));
    throw error;
  }
}

/** The rows of `/api/auth/pin`. */
export const pinRoutes: readonly ApiRoute[] = [
  accountRoute({
    method: 'post',
    path: '/api/auth/pin',
    access: 'auth/pin:create',
    body: CheckPin,
    limits: pinLimits,
    handler: async ({ services, session, body, from }) => {
      const call = { services, from, userId: session.userId };
      await asked(call, pinLimits, () => checkPin(services.pool, session, body.pin));
    },
  }),
  accountRoute({
    method: 'put',
    path: '/api/auth/pin',
    access: 'auth/pin:update',
    body: SetPin,
    limits: ({ userId }) => passwordLimits(userId),
    handler: async ({ services, session, body }) => {
      await setPin(services, session, body);
      await forgiveAttempt(services.pool, passwordLimits(session.userId));
    },
  }),
  accountRoute({
    method: 'post',
    path: '/api/auth/pin/key',
    access: 'auth/pin:create',
    body: RegisterKey,
    limits: pinLimits,
    handler: async ({ services, session, body, from }) => {
      const call = { services, from, userId: session.userId };
      await asked(call, pinLimits, () => registerSigningKey(services.pool, session, body));
    },
  }),
  accountRoute({
    method: 'post',
    path: '/api/auth/pin/review',
    access: 'auth/pin:create',
    body: ReviewPin,
    limits: pinLimits,
    handler: async ({ services, session, body, from }) => {
      const call = { services, from, userId: session.userId };
      return { proof: await asked(call, pinLimits, () => reviewWithPin(services, session, body)) };
    },
  }),
];
