import * as calls from '#db/api/identity/accounts.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { SignInRequest } from '#sync-server/auth/account-log.ts';
import { type Limit, refundAttempt } from '#sync-server/auth/attempts.ts';
import { currentClaims } from '#sync-server/auth/sessions/session-claims.ts';
import { setSessionCookie } from '#sync-server/auth/sessions/session-cookie.ts';
import { claimsOf } from '#sync-server/auth/sessions/switch-routes.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-access.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { acceptInvitation, readInvitation } from '#sync-server/services/identity/accept-invitation.ts';
import { createAccount, sendVerification } from '#sync-server/services/identity/create-account.ts';
import { sendInvitation } from '#sync-server/services/identity/invitations.ts';
import { Afterwards, serveAccountCall } from './account-route.ts';
import { findActiveAccount } from './active-account.ts';
import { changeAccount } from './change-account.ts';
import { changePassword, resetPassword, sendPasswordLink } from './change-password.ts';
import { endLinks, spendLink } from './links.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Mark the address as verified after the person opened the link sent to it. */
async function verifyEmail({ pool, now }: Services, entity: BusinessEntity, token: string): Promise<void> {
  const at = now();
  await inTransaction(pool, async (client) => {
    const { userId } = await spendLink(client, { kind: 'EMAIL_VERIFICATION', entity, token, now: at });
    await changeAccount(client, { userId, entity }, { emailVerified: at }, { now: at });
    await endLinks(client, userId, ['EMAIL_VERIFICATION'], at);
  });
}

/** Send the link again if the address belongs to a person who has not verified it yet. */
async function resendVerification(services: Services, entity: BusinessEntity, email: string): Promise<void> {
  await inTransaction(services.pool, async (client) => {
    const account = await findActiveAccount(client, entity, 'email', email);
    if (!account || account.verified) return;
    await sendVerification(client, services, { entity, userId: account.userId, email });
  });
}

/** The same response for every address, known or not. */
const IF_KNOWN = { ok: true, message: 'If the address belongs to an account, an email is on its way.' };

/** Limit for opening links: 256 bits cannot be guessed, but nobody needs to try so often. */
const byAddress =
  (limitName: string, limit: number) =>
  ({ from }: { from: SignInRequest }): readonly Limit[] => [
    { key: `${limitName}|${from.ip}`, limit, minutes: 60 },
  ];

/** Limit of emails to one address, whoever requests them. */
const byRecipient =
  (limitName: string) =>
  ({ from, body }: { from: SignInRequest; body: { email: string } }): readonly Limit[] => [
    { key: `${limitName}|${from.ip}`, limit: 30, minutes: 60 },
    { key: `${limitName}|to|${from.entity}|${body.email}`, limit: 5, minutes: 60 },
  ];

/** Return the limit of password entries by a signed-in person, over all pages together. */
export const passwordLimits = (userId: string | null): readonly Limit[] => [
  { key: `password|${userId}`, limit: 10, minutes: 15 },
];

/** Sign-up and verification of an address, open to everybody. */
const openingRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.createAccount, {
    limits: byAddress('create-account', 20),
    handler: async ({ services, entity, body, response }) => {
      const account = await createAccount(services, entity, body);
      response.status(201);
      return { ...account, email: body.email };
    },
  }),
  serveAccountCall(calls.verifyEmail, {
    limits: byAddress('link', 60),
    handler: ({ services, entity, body }) => verifyEmail(services, entity, body.token),
  }),
  serveAccountCall(calls.resendVerification, {
    limits: byRecipient('verify-email'),
    handler: async ({ services, entity, body }) =>
      new Afterwards(IF_KNOWN, () => resendVerification(services, entity, body.email)),
  }),
];

const passwordRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.sendPasswordLink, {
    limits: byRecipient('forgot-password'),
    handler: async ({ services, entity, body }) =>
      new Afterwards(IF_KNOWN, () => sendPasswordLink(services, entity, body.email)),
  }),
  serveAccountCall(calls.resetPassword, {
    limits: byAddress('link', 60),
    handler: ({ services, entity, body }) => resetPassword(services, entity, body),
  }),
  serveAccountCall(calls.changePassword, {
    limits: ({ userId }) => passwordLimits(userId),
    handler: async ({ services, entity, session, body, request, response }) => {
      const { secondFactorAt } = await claimsOf({ services, entity }, request);
      await changePassword(services, session, body);
      await refundAttempt(services.pool, passwordLimits(session.userId));
      // All sessions have ended; this one, which proved both passwords, continues with a fresh cookie.
      const claims = await currentClaims(services.pool, session.userCompanyId, services.now());
      const proven = secondFactorAt === undefined ? {} : { secondFactorAt };
      if (claims) await setSessionCookie(services.env, response, { ...claims, ...proven });
      return { ok: true };
    },
  }),
];

const invitationRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.sendInvitation, {
    limits: ({ userId }) => [{ key: `invite|${userId}`, limit: 60, minutes: 60 }],
    handler: async ({ services, session, body }) => {
      requirePermission(session, 'USERS_EDIT');
      await sendInvitation(services, session, body);
      return { ok: true, message: MESSAGES.inviteSent };
    },
  }),
  serveAccountCall(calls.readInvitation, {
    limits: byAddress('link', 60),
    handler: ({ services, entity, body }) => readInvitation(services, entity, body.token),
  }),
  serveAccountCall(calls.acceptInvitation, {
    limits: byAddress('link', 60),
    handler: ({ services, entity, body }) => acceptInvitation(services, entity, body),
  }),
];

/** The rows of accounts: sign-up, verification of an address, passwords and invitations. */
export const accountRoutes: readonly ApiRoute[] = [...openingRoutes, ...passwordRoutes, ...invitationRoutes];
