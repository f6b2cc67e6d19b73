import type { Request } from 'express';
import type { Pool } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { SecondFactorSettings, SignInStep } from '#db/identity/second-factor.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { type OpenSession, readSignIn, type SessionStage } from '#sync-server/auth/sessions/read-session.ts';
import { sessionIdOf } from '#sync-server/auth/sessions/session-claims.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { PasskeySite } from './passkeys.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { listRememberedBrowsers } from './remembered-browsers.ts';

/** A person with a session or with a sign-in that lacks the second factor. */
export interface SigningIn {
  userId: string;
  companyId: string;
  email: string;
  name: string;
  entity: BusinessEntity;
  sessionId: string;
  stage: SessionStage;
  needsFactor: boolean;
  claims: OpenSession['claims'];
}

interface Asking {
  services: AppServices;
  entity: BusinessEntity;
}

/** Read the caller from the cookie, at whatever stage of sign-in; undefined without a valid cookie. */
export async function readSigningIn(
  { services, entity }: Asking,
  request: Request,
): Promise<SigningIn | undefined> {
  const secret = authSecret(services.env);
  const pendingSignIn = await readSignIn({ ...services, secret }, request.headers.cookie, entity);
  const sessionId = pendingSignIn && sessionIdOf(pendingSignIn.claims);
  if (!pendingSignIn || sessionId === undefined) return undefined;
  const { user, stage, needsFactor, claims } = pendingSignIn;
  const { id: userId, companyId, email, name } = user;
  return { userId, companyId, email, name, entity, sessionId, stage, needsFactor, claims };
}

/** Read the caller at one of these stages; throws as without a session at any other stage. */
export async function requireStage(
  call: Asking,
  request: Request,
  stages: readonly SessionStage[],
): Promise<SigningIn> {
  const person = await readSigningIn(call, request);
  if (!person || !stages.includes(person.stage)) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
  return person;
}

interface FactorRow {
  id: string;
  kind: 'AUTHENTICATOR' | 'PASSKEY';
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  worksHere: boolean;
}

const FACTORS = `SELECT id, kind, name, created_at AS "createdAt", last_used_at AS "lastUsedAt",
    coalesce(rp_id = $2, true) AS "worksHere"
  FROM second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL ORDER BY created_at, id`;

const factorsOf = async (pool: Pool, userId: string, site: PasskeySite): Promise<FactorRow[]> =>
  (await pool.query<FactorRow>(FACTORS, [userId, site.id])).rows;

/** Read which factor a sign-in still needs, and the available methods. */
export async function readSignInStep(
  pool: Pool,
  person: SigningIn | undefined,
  site: PasskeySite,
): Promise<SignInStep> {
  const none = { authenticator: false, passkey: false, recoveryCode: false };
  if (!person || person.stage === 'OPEN') return { step: 'NONE', email: null, methods: none };
  const { userId, email, stage } = person;
  if (stage === 'SET_UP') return { step: 'SET_UP', email, methods: none };
  const factors = await factorsOf(pool, userId, site);
  const has = (kind: FactorRow['kind']) => factors.some((factor) => factor.kind === kind && factor.worksHere);
  const recoveryCode = (await countRecoveryCodes(pool, userId)) > 0;
  const methods = { authenticator: has('AUTHENTICATOR'), passkey: has('PASSKEY'), recoveryCode };
  return { step: 'CODE', email, methods };
}

/** Read the factors that a person has set up. */
export async function readFactorSettings(
  pool: Pool,
  { userId, needsFactor }: SigningIn,
  { site, cookieHeader, now }: { site: PasskeySite; cookieHeader: string | undefined; now: Date },
): Promise<SecondFactorSettings> {
  const { rows } = await pool.query<{ hasPassword: boolean }>(
    'SELECT password IS NOT NULL AS "hasPassword" FROM "user" WHERE id = $1',
    [userId],
  );
  const factors = await factorsOf(pool, userId, site);
  return {
    required: needsFactor,
    hasPassword: rows[0]?.hasPassword ?? false,
    factors: factors.map(({ createdAt, lastUsedAt, ...factor }) => ({
      ...factor,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await countRecoveryCodes(pool, userId),
    browsers: await listRememberedBrowsers(pool, userId, cookieHeader, now),
  };
}
