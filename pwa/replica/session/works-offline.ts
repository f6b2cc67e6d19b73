import { replicaScopeOf } from '#db/access/lab.ts';
import { labMemberOf, type Session } from '#db/access/session.ts';

/**
 * Report whether a replica holds the person's work; all others work online. In a separate module, so that the
 * check loads no database.
 */
export const worksOffline = (session: Session): boolean => replicaScopeOf(labMemberOf(session)) !== null;
