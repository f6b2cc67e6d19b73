import { filter, firstValueFrom } from 'rxjs';
import { mayVisit } from '#db/access/paths.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { sessionWatch } from '#pwa/replica/session/session.ts';
import { benchExpected } from './bench-module.ts';

/** The error when a role may not visit an address. */
export class ForbiddenPathError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/**
 * Refuse before the code of a page is loaded for a user who may not visit it. Bench pages do not wait for the
 * session: their code is on the device, and the layout refuses with the same message.
 */
export async function requireVisitAccess(pathname: string): Promise<void> {
  if (benchExpected() || sitePathOf(pathname) === null) return;
  const { session } = await firstValueFrom(
    sessionWatch().state.pipe(filter(({ status }) => status !== 'loading')),
  );
  if (!session) return;
  const { user, siteVariant } = session;
  if (!user.role || !mayVisit(siteVariant, user, pathname)) throw new ForbiddenPathError(pathname);
}
