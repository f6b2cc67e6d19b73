import { decode, encode } from '@auth/core/jwt';
import type { Request, Response } from 'express';
import { z } from 'zod';
import * as calls from '#db/api/identity/sessions.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { logAccess } from '#sync-server/auth/account-log.ts';
import { serveAccountCall } from '#sync-server/auth/accounts/account-route.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { checkPin } from '#sync-server/auth/signing/pin.ts';
import { countedPin, pinLimits } from '#sync-server/auth/signing/pin-routes.ts';
import { isServedOverHttps } from '#sync-server/config/entity-addresses.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { endSessionOf } from './end-session.ts';
import { cookieValue, loadSession, readSession } from './read-session.ts';
import { claimsToSeal, SessionClaims } from './session-claims.ts';
import { clearSessionCookie, SESSION_SECONDS, setSessionCookie } from './session-cookie.ts';
import { claimsOf } from './switch-routes.ts';

/** How many people of a shift can share a handheld; the cookie has limited room. */
const MAX_PEOPLE = 6;
const COOKIE = 'benchside.parked';
const Parked = z.object({ people: z.array(SessionClaims).max(MAX_PEOPLE) });

const SIGN_IN_AGAIN = 'This session has ended. Sign in with your password.';

interface Browser {
  services: AppServices;
  entity: BusinessEntity;
  request: Request;
  response: Response;
}

/** List the parked sessions of this browser, the last used first. */
async function readParked({ services, entity, request }: Browser): Promise<SessionClaims[]> {
  const token = cookieValue(request.headers.cookie ?? '', COOKIE);
  const secret = authSecret(services.env);
  const sealed = token ? await decode({ token, secret, salt: COOKIE }).catch(() => null) : null;
  const parked = Parked.safeParse(sealed);
  return parked.success ? parked.data.people.filter((claims) => claims.entity === entity) : [];
}

async function writeParked(
  { services: { env }, entity, response }: Browser,
  people: readonly SessionClaims[],
): Promise<void> {
  const token = await encode({
    token: { people: people.slice(0, MAX_PEOPLE).map(claimsToSeal) },
    secret: authSecret(env),
    salt: COOKIE,
    maxAge: SESSION_SECONDS,
  });
  response.cookie(COOKIE, token, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/api/auth',
    secure: isServedOverHttps(env, entity),
    maxAge: SESSION_SECONDS * 1_000,
  });
}

const without = (people: readonly SessionClaims[], ids: readonly (string | undefined)[]): SessionClaims[] =>
  people.filter(({ userCompanyId }) => !ids.includes(userCompanyId));

/**
 * The rows for people who share a device: one parks a session and leaves the device to the next person, and
 * each returns to their own session with the PIN. A parked session ends like any other.
 */
export const parkedSessionRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.parkSession, {
    limits: () => [],
    handler: async (call) => {
      const own = await claimsOf(call, call.request);
      const otherSessions = without(await readParked(call), [own.userCompanyId]);
      await writeParked(call, [own, ...otherSessions]);
      clearSessionCookie(call.services.env, call.response, call.entity);
    },
  }),
  serveAccountCall(calls.resumeSession, {
    limits: pinLimits,
    handler: async (call) => {
      const { services, entity, body, from, request, response } = call;
      const { pool, env } = services;
      const now = services.now();
      const parked = await readParked(call);
      const secret = authSecret(env);
      const current = (await readSession({ ...services, secret }, request.headers.cookie, entity))?.claims;
      // The own session may still be current, if its person left and came back while the device was offline.
      const people = current ? [current, ...without(parked, [current.userCompanyId])] : parked;
      const claims = people.find(({ userCompanyId }) => userCompanyId === body.userCompanyId);
      const loaded = claims && (await loadSession(pool, claims, entity, now));
      if (!claims || loaded?.stage !== 'OPEN') throw new AppError('UNAUTHENTICATED', SIGN_IN_AGAIN);
      const person = { userId: loaded.user.id, companyId: loaded.user.companyId, entity };
      await countedPin({ services, from, userId: person.userId }, () => checkPin(pool, person, body.pin));
      await writeParked(call, without(people, [claims.userCompanyId]));
      await setSessionCookie(env, response, { ...claims, usedAt: now.getTime() });
      await logAccess(pool, person, 'SIGN_IN', from);
    },
  }),
  serveAccountCall(calls.forgetSession, {
    limits: () => [],
    handler: async (call) => {
      const { services, body, from } = call;
      const parked = await readParked(call);
      const claims = parked.find(({ userCompanyId }) => userCompanyId === body.userCompanyId);
      if (claims) await endSessionOf(services, claims, from);
      await writeParked(call, without(parked, [body.userCompanyId]));
    },
  }),
];
