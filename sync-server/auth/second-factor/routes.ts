import type { Request, Response } from 'express';
import { hasCapability } from '#db/access/capabilities.ts';
import * as calls from '#db/api/identity/second-factor.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { readSignInRequest, type SignInRequest } from '#sync-server/auth/account-log.ts';
import { serveAccountCall } from '#sync-server/auth/accounts/account-route.ts';
import type { Limit } from '#sync-server/auth/attempts.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { setSessionCookie } from '#sync-server/auth/sessions/session-cookie.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-access.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { confirmAuthenticator, startAuthenticator } from './authenticator.ts';
import {
  addFactor,
  removeFactor,
  replaceRecoveryCodes,
  requireIdentity,
  resetFactors,
} from './change-factors.ts';
import { confirmPasskey, requestPasskey, siteOf, startPasskey } from './passkeys.ts';
import { type ProofOrigin, proveFactor } from './prove-factor.ts';
import { forgetBrowsers, rememberBrowser } from './remembered-browsers.ts';
import {
  readFactorSettings,
  readSignInStep,
  readSigningIn,
  requireStage,
  type SigningIn,
} from './signing-in.ts';

/**
 * Limit per address, high enough for a lab behind one address; codes are counted per account when they are
 * checked.
 */
const byPlace = ({ from }: { from: SignInRequest }): readonly Limit[] => [
  { key: `second-factor-pages|${from.ip}`, limit: 3_000, minutes: 15 },
];

const originOf = (services: AppServices, entity: BusinessEntity, request: Request): ProofOrigin => ({
  site: siteOf(services.env, entity, request),
  from: readSignInRequest(request, entity),
});

/** Continue the session as one with a proven second factor. */
async function markProven(
  { env, now }: AppServices,
  { claims }: SigningIn,
  response: Response,
): Promise<void> {
  const at = now().getTime();
  await setSessionCookie(env, response, { ...claims, usedAt: at, secondFactorAt: at });
}

/** The second step of a sign-in: open to the cookie of a sign-in without its second factor. */
const signInRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.readSignInStep, {
    limits: byPlace,
    handler: async ({ services, entity, request }) =>
      readSignInStep(
        services.pool,
        await readSigningIn({ services, entity }, request),
        siteOf(services.env, entity, request),
      ),
  }),
  serveAccountCall(calls.requestPasskey, {
    limits: byPlace,
    handler: async ({ services, entity, request }) => {
      const person = await requireStage({ services, entity }, request, ['CODE', 'OPEN']);
      const site = siteOf(services.env, entity, request);
      return requestPasskey(services.pool, person, { site, now: services.now() });
    },
  }),
  serveAccountCall(calls.verifySecondFactor, {
    limits: byPlace,
    handler: async ({ services, entity, body, request, response }) => {
      const person = await requireStage({ services, entity }, request, ['CODE']);
      await proveFactor(services, person, body.proof, originOf(services, entity, request));
      await markProven(services, person, response);
      if (body.remember) await rememberBrowser(services, person, request, response);
      return { ok: true };
    },
  }),
];

/** Adding a factor: in Settings, and at the sign-in of a person whose role needs one. */
const setUpRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.startAuthenticator, {
    limits: byPlace,
    handler: async ({ services, entity, body, request }) => {
      const person = await requireStage({ services, entity }, request, ['SET_UP', 'OPEN']);
      await requireIdentity(services, person, body.password);
      const issuer = ENTITY_PROFILE[entity].displayName;
      const sealing = { secret: authSecret(services.env), now: services.now() };
      return inTransaction(services.pool, (client) =>
        startAuthenticator(client, { ...person, issuer }, sealing),
      );
    },
  }),
  serveAccountCall(calls.confirmAuthenticator, {
    limits: ({ from }) => [{ key: `second-factor-confirm|${from.ip}`, limit: 300, minutes: 15 }],
    handler: async ({ services, entity, body, request, response }) => {
      const person = await requireStage({ services, entity }, request, ['SET_UP', 'OPEN']);
      const sealing = { secret: authSecret(services.env), now: services.now() };
      const added = await addFactor(services, person, 'AUTHENTICATOR_ADDED', (client) =>
        confirmAuthenticator(client, { userId: person.userId, ...body }, sealing),
      );
      await markProven(services, person, response);
      return added;
    },
  }),
  serveAccountCall(calls.startPasskey, {
    limits: byPlace,
    handler: async ({ services, entity, body, request }) => {
      const person = await requireStage({ services, entity }, request, ['SET_UP', 'OPEN']);
      await requireIdentity(services, person, body.password);
      const issuer = ENTITY_PROFILE[entity].displayName;
      const site = siteOf(services.env, entity, request);
      return startPasskey(services.pool, person, { site, issuer, now: services.now() });
    },
  }),
  serveAccountCall(calls.confirmPasskey, {
    limits: byPlace,
    handler: async ({ services, entity, body, request, response }) => {
      const person = await requireStage({ services, entity }, request, ['SET_UP', 'OPEN']);
      const site = siteOf(services.env, entity, request);
      const verified = await confirmPasskey(services.pool, person, body.passkey, {
        site,
        now: services.now(),
      });
      const added = await addFactor(services, person, 'PASSKEY_ADDED', (client) =>
        verified.store(client, body.name),
      );
      await markProven(services, person, response);
      return added;
    },
  }),
];

/** Changes in Settings; a password and a second factor prove the person's identity. */
const settingsRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.readFactorSettings, {
    limits: byPlace,
    handler: async ({ services, entity, request }) => {
      const person = await requireStage({ services, entity }, request, ['OPEN']);
      const site = siteOf(services.env, entity, request);
      return readFactorSettings(services.pool, person, {
        site,
        cookieHeader: request.headers.cookie,
        now: services.now(),
      });
    },
  }),
  serveAccountCall(calls.removeFactor, {
    limits: byPlace,
    handler: async ({ services, entity, body, request }) => {
      const person = await requireStage({ services, entity }, request, ['OPEN']);
      await requireIdentity(services, person, body.password);
      await proveFactor(services, person, body.proof, originOf(services, entity, request));
      await removeFactor(services, person, body.id);
    },
  }),
  serveAccountCall(calls.replaceRecoveryCodes, {
    limits: byPlace,
    handler: async ({ services, entity, body, request }) => {
      const person = await requireStage({ services, entity }, request, ['OPEN']);
      await requireIdentity(services, person, body.password);
      await proveFactor(services, person, body.proof, originOf(services, entity, request));
      return replaceRecoveryCodes(services, person);
    },
  }),
  serveAccountCall(calls.forgetBrowsers, {
    limits: byPlace,
    handler: ({ services, session, body }) => forgetBrowsers(services.pool, session.userId, body.id),
  }),
];

/** The rows of `/api/auth/second-factor`. */
export const secondFactorRoutes: readonly ApiRoute[] = [...signInRoutes, ...setUpRoutes, ...settingsRoutes];

const TARGET = `SELECT u.id AS "userId", uc.company_id AS "companyId", u.is_super_admin AS "isSuperAdmin"
  FROM "user" u JOIN user_company uc ON uc.user_id = u.id AND uc.entity = $2 AND NOT uc.deleted
 WHERE u.id = $1 AND NOT u.deleted ORDER BY uc.id LIMIT 1`;

interface Target {
  userId: string;
  companyId: string;
  isSuperAdmin: boolean;
}

/**
 * `POST /api/users/:id/reset-second-factor`: administrators help a person who lost phone and recovery codes.
 */
export const resetSecondFactorRoute: ApiRoute = serveCall(
  calls.resetSecondFactor,
  async ({ services, session, params, body }) => {
    requirePermission(session, 'USERS_EDIT');
    if (!hasCapability(session.role, 'resetSecondFactor'))
      throw new AppError('FORBIDDEN', MESSAGES.forbidden);
    const { entity, name: by } = session;
    const { rows } = await services.pool.query<Target>(TARGET, [params.id, entity]);
    const target = rows[0];
    if (!target) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (target.userId === session.userId)
      throw new AppError('CONFLICT', 'Change your own second factor in Settings, under Security.');
    if (target.isSuperAdmin && !session.isSuperAdmin)
      throw new AppError('FORBIDDEN', 'Only a super admin resets the second factor of a super admin.');
    const { userId, companyId } = target;
    const reset = { by, reason: body.reason, now: services.now() };
    await inTransaction(services.pool, (client) =>
      resetFactors(client, { userId, companyId, entity }, reset),
    );
    return { ok: true };
  },
);
