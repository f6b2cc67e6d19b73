import type { Request } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { labServing } from '#db/access/lab.ts';
import { Role } from '#db/access/roles.ts';
import { handOverOperations, handOverPhoto } from '#db/api/identity/sessions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor } from '#db/operation.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import { receivePhoto } from '#sync-server/services/specimens/receive-photo.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { readSignInRequest } from './account-log.ts';
import { countAttempt } from './attempts.ts';
import { authSecret } from './auth-secret.ts';
import { claimsOfCookies } from './sessions/read-session.ts';
import { sessionIdOf } from './sessions/session-claims.ts';

/** Return when a person signed the receipt that names this photo; throws if no receipt of theirs does. */
async function receiptTime(
  pool: Pool,
  { userId, entity }: Pick<Actor, 'userId' | 'entity'>,
  photo: { id: string; accessionGroupId: string },
): Promise<string> {
  const { rows } = await pool.query<{ at: Date }>(
    `SELECT received_at AS at FROM accession_group
      WHERE id = $1 AND entity = $2 AND received_by_id = $3 AND $4 = ANY (photo_file_ids) AND NOT deleted`,
    [photo.accessionGroupId, entity, userId, photo.id],
  );
  if (!rows[0])
    throw new AppError('NOT_FOUND', 'The receipt of this photo was not taken. A manager looks at it first.');
  return rows[0].at.toISOString();
}

const Person = z.object({
  /**
   * The only device that may hand over if its revocation ended the session; null for a deactivated person.
   */
  revokedDeviceId: z.string().nullable(),
  userId: z.string(),
  userCompanyId: z.string(),
  companyId: z.string(),
  role: Role,
  entity: BusinessEntity,
  name: z.string(),
});

// A changed password (perhaps after a theft) ends sessions too, so only an ended membership is accepted.
const DEACTIVATED = `
  SELECT u.id AS "userId", uc.id AS "userCompanyId", uc.company_id AS "companyId", uc.role, uc.entity,
         coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, ended.device_id AS "revokedDeviceId"
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id LEFT JOIN ended_session ended ON ended.id = $5
   WHERE uc.id = $1 AND uc.entity = $2 AND u.id = $3 AND u.session_version = $4
     AND CASE WHEN ended.id IS NULL THEN uc.deactivated OR uc.deleted ELSE ended.device_id IS NOT NULL END`;

/** The owner of work that a handheld hands over after its session was ended by others. */
type PersonHandingOver = Omit<Actor, 'lab'> & { readonly revokedDeviceId: string | null };

/**
 * Return the person whose session a cookie was until their deactivation or the handheld's revocation. They
 * have no rights any more; only the owner of the handed-over work is identified.
 */
export async function deactivatedPerson(
  { pool, secret }: { pool: Pool; secret: string },
  cookieHeader: string | undefined,
  entity: BusinessEntity,
): Promise<PersonHandingOver | undefined> {
  for (const claims of await claimsOfCookies(cookieHeader ?? '', secret)) {
    if (claims.entity !== entity) continue;
    const { userCompanyId, sub, sessionVersion } = claims;
    const values = [userCompanyId, entity, sub, sessionVersion, sessionIdOf(claims) ?? null];
    const { rows } = await pool.query(DEACTIVATED, values);
    if (rows[0]) return Person.parse(rows[0]);
  }
  return undefined;
}

/**
 * `POST /api/sync/hand-over`: a handheld that was revoked, or whose person was deactivated, hands over its
 * unsent work. It opens no session: the request equals `POST /api/sync/operations`, only for devices of that
 * membership, judged by the time of each operation; work after the deactivation is quarantined. The response
 * contains only the verdicts.
 */
export const handOverRoute: ApiRoute = describeStream(
  handOverOperations,
  streamRoute({
    method: handOverOperations.method,
    path: handOverOperations.path,
    access: handOverOperations.access,
    handler: async ({ services, entity, body }, request, response) => {
      // Before the body: only who hands over learns what a body must be.
      const person = await handoverActor(services, entity, request);
      const pushed = parseInput(handOverOperations.body, body);
      // A revoked handheld hands over only its own work, never that of another device of its person.
      if (person.revokedDeviceId !== null && person.revokedDeviceId !== pushed.deviceId)
        throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
      response.json(await pushOperations(engineOf(services), actorOf(services, person), pushed));
    },
  }),
);

const actorOf = ({ env }: AppServices, { revokedDeviceId: _, ...person }: PersonHandingOver): Actor => ({
  ...person,
  lab: labServing(env.LAB_SERVES, person.entity),
});

/**
 * `PUT /api/sync/hand-over/photo`: a photo that is named by a receipt the same person signed while they still
 * worked for the lab.
 */
export const handOverPhotoRoute: ApiRoute = describeStream(
  handOverPhoto,
  streamRoute({
    method: handOverPhoto.method,
    path: handOverPhoto.path,
    access: handOverPhoto.access,
    handler: async ({ services, entity }, request, response) => {
      const person = await handoverActor(services, entity, request);
      const { id, accessionGroupId } = parseInput(handOverPhoto.query, request.query);
      const occurredAt = await receiptTime(services.pool, person, { id, accessionGroupId });
      await receivePhoto(services, actorOf(services, person), {
        id,
        accessionGroupId,
        body: request,
        occurredAt,
      });
      response.status(204).end();
    },
  }),
);

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
