import type { Request } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { ReadSession, Session } from './session.ts';

/** Return the session of a request; a session of the other business entity counts as none. */
export async function requireSession(
  request: Request,
  readSession: ReadSession,
  entity: BusinessEntity,
): Promise<Session> {
  const session = await readSession(request);
  if (!session || session.entity !== entity) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
  return session;
}
