import { filter, firstValueFrom } from 'rxjs';
import { mayVisit } from '#db/access/paths.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { sessionWatch } from '#pwa/replica/session.ts';
import { benchExpected } from './bench-expected.ts';

/** Somebody opened an address that their role may not visit. */
export class ForbiddenPathError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/**
 * Stops before the code of a page is fetched for somebody who may not visit it. Where the bench is used nobody waits
 * for the session: its code is on the device, and the frame refuses in the same words.
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
