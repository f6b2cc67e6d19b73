import type { Request, Response } from 'express';
import { z } from 'zod';
import { AppCode, FactorName, FactorProof, NewPasskey } from '#db/identity/second-factor.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Id } from '#db/values/id.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { accountRoute } from '../account-route.ts';
import type { Limit } from '../attempts.ts';
import { authSecret } from '../auth-secret.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { readSignInRequest, type SignInRequest } from '../sign-in-request.ts';
import { confirmAuthenticator, startAuthenticator } from './authenticator.ts';
import { addFactor, removeFactor, replaceRecoveryCodes, requireIdentity } from './change-factors.ts';
import { confirmPasskey, requestPasskey, siteOf, startPasskey } from './passkeys.ts';
import { type ProofOrigin, proveFactor } from './prove-factor.ts';
import { readFactorSettings, readSignInStep } from './read-settings.ts';
import { forgetBrowsers, rememberBrowser } from './remembered-browsers.ts';
import { readSigningIn, requireStage, type SigningIn } from './signing-in.ts';

const EmptyBody = z.strictObject({});
const Password = z.string().max(200).nullable().default(null);
const WithProof = z.strictObject({ password: Password, proof: FactorProof });

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
  accountRoute({
    method: 'get',
    path: '/api/auth/second-factor',
    access: 'open',
    body: EmptyBody,
    limits: byPlace,
    handler: async ({ services, entity, request }) =>
      readSignInStep(
        services.pool,
        await readSigningIn({ services, entity }, request),
        siteOf(services.env, entity, request),
      ),
  }),
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/passkey-options',
    access: 'open',
    body: EmptyBody,
    limits: byPlace,
    handler: async ({ services, entity, request }) => {
      const person = await requireStage({ services, entity }, request, ['CODE', 'OPEN']);
      const site = siteOf(services.env, entity, request);
      return requestPasskey(services.pool, person, { site, now: services.now() });
    },
  }),
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/verify',
    access: 'open',
    body: z.strictObject({ proof: FactorProof, remember: z.boolean().default(false) }),
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
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/authenticator',
    access: 'open',
    body: z.strictObject({ password: Password }),
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
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/authenticator/confirm',
    access: 'open',
    body: z.strictObject({ id: Id, code: AppCode, name: FactorName }),
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
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/passkey',
    access: 'open',
    body: z.strictObject({ password: Password }),
    limits: byPlace,
    handler: async ({ services, entity, body, request }) => {
      const person = await requireStage({ services, entity }, request, ['SET_UP', 'OPEN']);
      await requireIdentity(services, person, body.password);
      const issuer = ENTITY_PROFILE[entity].displayName;
      const site = siteOf(services.env, entity, request);
      return startPasskey(services.pool, person, { site, issuer, now: services.now() });
    },
  }),
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/passkey/confirm',
    access: 'open',
    body: z.strictObject({ passkey: NewPasskey, name: FactorName }),
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
  accountRoute({
    method: 'get',
    path: '/api/auth/second-factor/settings',
    access: 'session',
    body: EmptyBody,
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
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/remove',
    access: 'session',
    body: WithProof.extend({ id: Id }),
    limits: byPlace,
    handler: async ({ services, entity, body, request }) => {
      const person = await requireStage({ services, entity }, request, ['OPEN']);
      await requireIdentity(services, person, body.password);
      await proveFactor(services, person, body.proof, originOf(services, entity, request));
      await removeFactor(services, person, body.id);
    },
  }),
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/recovery-codes',
    access: 'session',
    body: WithProof,
    limits: byPlace,
    handler: async ({ services, entity, body, request }) => {
      const person = await requireStage({ services, entity }, request, ['OPEN']);
      await requireIdentity(services, person, body.password);
      await proveFactor(services, person, body.proof, originOf(services, entity, request));
      return replaceRecoveryCodes(services, person);
    },
  }),
  accountRoute({
    method: 'post',
    path: '/api/auth/second-factor/forget',
    access: 'session',
    body: z.strictObject({ id: Id.nullable() }),
    limits: byPlace,
    handler: ({ services, session, body }) => forgetBrowsers(services.pool, session.userId, body.id),
  }),
];

/** The rows of `/api/auth/second-factor`. */
export const secondFactorRoutes: readonly ApiRoute[] = [...signInRoutes, ...setUpRoutes, ...settingsRoutes];
