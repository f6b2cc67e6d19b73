import type { Grant } from '#db/access/families.ts';
import { mayPerson } from '#db/access/grants.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Session } from './session.ts';

/** Throw if the session lacks the grant, before any look-up. */
export function requireGrant(session: Session, grant: Grant): void {
  if (!mayPerson(session, grant)) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
}
