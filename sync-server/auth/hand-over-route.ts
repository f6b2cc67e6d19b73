import type { Request } from 'express';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor } from '#db/operation.ts';
import { PushRequest } from '#db/sync/wire.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { receiptTime } from '#sync-server/services/specimens/receipt-time.ts';
import { receivePhoto } from '#sync-server/services/specimens/receive-photo.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { countAttempt } from './attempts.ts';
import { authSecret } from './auth-secret.ts';
import { deactivatedPerson, type PersonHandingOver } from './deactivated-person.ts';
import { readSignInRequest } from './sign-in-request.ts';

/**
 * `POST /api/sync/hand-over`: a handheld that was revoked, or whose person was deactivated, hands over its
 * unsent work. It opens no session: the request equals `POST /api/sync/operations`, only for devices of that
 * membership, judged by the time of each operation; work after the deactivation is quarantined. The response
 * contains only the verdicts.
 */
export const handOverRoute: ApiRoute = streamRoute({
  method: 'post',
  path: '/api/sync/hand-over',
  access: 'open',
  handler: async ({ services, entity, body }, request, response) => {
    const person = await handoverActor(services, entity, request);
    const pushed = parseInput(PushRequest, body);
    // A revoked handheld hands over only its own work, never that of another device of its person.
    if (person.revokedDeviceId !== null && person.revokedDeviceId !== pushed.deviceId)
      throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
    response.json(await pushOperations(engineOf(services), actorOf(person), pushed));
  },
});

const actorOf = ({ revokedDeviceId: _, ...actor }: PersonHandingOver): Actor => actor;

const Photo = z.strictObject({ id: Id, accessionGroupId: Id });

/**
 * `PUT /api/sync/hand-over/photo`: a photo that is named by a receipt the same person signed while they still
 * worked for the lab.
 */
export const handOverPhotoRoute: ApiRoute = streamRoute({
  method: 'put',
  path: '/api/sync/hand-over/photo',
  access: 'open',
  handler: async ({ services, entity }, request, response) => {
    const person = await handoverActor(services, entity, request);
    const { id, accessionGroupId } = parseInput(Photo, request.query);
    const occurredAt = await receiptTime(services.pool, person, { id, accessionGroupId });
    await receivePhoto(services, actorOf(person), { id, accessionGroupId, body: request, occurredAt });
    response.status(204).end();
  },
});

async function handoverActor(
  { pool, env, now }: AppServices,
  entity: BusinessEntity,
  request: Request,
): Promise<PersonHandingOver> {
  const { ip } = readSignInRequest(request, entity);
  await countAttempt(pool, now(), [{ key: `hand-over|${entity}|${ip}`, limit: 600, minutes: 15 }]);
  const person = await deactivatedPerson({ pool, secret: authSecret(env) }, request.headers.cookie, entity);
  if (!person) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
  return person;
}
