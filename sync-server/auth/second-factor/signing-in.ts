import type { Request } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { authSecret } from '../auth-secret.ts';
import type { SessionStage } from '../load-session.ts';
import { type OpenSession, readSignIn } from '../read-session.ts';
import { sessionIdOf } from '../session-claims.ts';

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
