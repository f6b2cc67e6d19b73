import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { PushRequest } from '#db/sync/wire.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { countAttempt } from './attempts.ts';
import { authSecret } from './auth-secret.ts';
import { deactivatedPerson } from './deactivated-person.ts';
import { askedFrom } from './sign-in-request.ts';

/**
 * `POST /api/sync/hand-over`: the handheld of somebody who was deactivated hands over what it has not sent. Nobody is let
 * in: the same request as `POST /api/sync/operations`, for devices of that membership only, judged by when each act was
 * done; what was done after the deactivation is kept in quarantine. Nothing is read by it but the verdicts.
 */
export const handOverRoute: ApiRoute = streamRoute({
  method: 'post',
  path: '/api/sync/hand-over',
  access: 'open',
  handler: async ({ services, entity, body }, request, response) => {
    const { pool, env, now } = services;
    const { ip } = askedFrom(request, entity);
    await countAttempt(pool, now(), [{ key: `hand-over|${entity}|${ip}`, limit: 600, minutes: 15 }]);
    const person = await deactivatedPerson({ pool, secret: authSecret(env) }, request.headers.cookie, entity);
    if (!person) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
    response.json(await pushOperations(engineOf(services), person, parseInput(PushRequest, body)));
  },
});
