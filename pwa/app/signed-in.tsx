import { type ErrorComponentProps, Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { hasReplicaFor } from '#db/access/homes.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { mayVisit } from '#db/access/paths.ts';
import { labMemberOf, labOf } from '#db/access/session.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { useMenu } from '#pwa/navigation/menu.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { worksOffline } from '#pwa/replica/session/works-offline.ts';
import { VisibleEntitiesContext } from '#pwa/ui/entity-badge.tsx';
import { expectBench, useBench } from './bench-module.ts';
import {
  BenchOfOtherSitePage,
  ErrorPage,
  ForbiddenPage,
  NotFoundPage,
  PendingPage,
} from './fallback-pages.tsx';
import { MainLayout } from './main-layout.tsx';
import { ForbiddenPathError } from './require-visit-access.ts';
import { type Shell, useShell, visitorOf } from './shell.ts';

/** Pages that show the header without sidebar, menu button and Order Now (specification 2.1). */
const PAGES_WITHOUT_MENU: readonly string[] = ['/create-account'];

/** Check whether a page shows only header and footer. */
export const isWithoutMenu = (path: string): boolean =>
  PAGES_WITHOUT_MENU.some((barePage) => path === barePage || path.startsWith(`${barePage}/`));

const ERROR_CODES: Record<NonNullable<Shell['reason']>, string> = {
  none: 'SessionRequired',
  ended: 'SessionEnded',
  'offline-too-long': 'OfflineTooLong',
};

const opening = <PendingPage label="Opening Benchside" />;

/** The only guard: without a session a page redirects to sign-in with the reason and the way back. */
export function SignedIn({ isForbidden = false }: { isForbidden?: boolean }) {
  const { reason } = useShell();
  const { session } = useSession();
  const router = useRouter();
  const { href, pathname } = useLocation();
  const known = sitePathOf(pathname) !== null;
  useEffect(() => {
    // While the sign-in page loads this guard is still mounted and must not redirect to itself.
    if (reason === null || pathname === '/sign-in' || !known) return;
    const search = { error: ERROR_CODES[reason], callbackUrl: href };
    void router.navigate({ to: '/sign-in', search, replace: true });
  }, [reason, router, href, pathname, known]);
  const works = session ? worksOffline(session) : null;
  useEffect(() => {
    if (works !== null) expectBench(works);
  }, [works]);
  const bench = useBench(works === true);
  if (!session) return known || reason === null ? opening : <NotFoundPage />;
  if (!works) return <Frame isForbidden={isForbidden} />;
  if (!bench) return opening;
  return (
    <bench.Bench session={session}>
      <Frame isForbidden={isForbidden} />
    </bench.Bench>
  );
}

/** Header, menu and the page, if this role may open it. */
function Frame({ isForbidden }: { isForbidden: boolean }) {
  const { user, siteVariant } = useShell();
  const { session } = useSession();
  const entities = useMemo(() => (session ? visibleEntities(labMemberOf(session)) : []), [session]);
  const { pathname } = useLocation();
  // The rendered page: the address may already be that of the next page, whose permission is a separate
  // check.
  const renderedPath = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? pathname });
  const menu = useMenu();
  const visitor = visitorOf(user);
  const known = sitePathOf(renderedPath) !== null;
  const benchHost =
    session && !hasReplicaFor(session, renderedPath) ? ENTITY_PROFILE[labOf(session).home].displayName : null;
  const allowed = visitor && !isForbidden ? mayVisit(siteVariant, visitor, renderedPath) : false;
  return (
    <VisibleEntitiesContext value={entities}>
      <MainLayout menu={menu} path={pathname} withoutMenu={isWithoutMenu(renderedPath)}>
        {!known ? (
          <NotFoundPage />
        ) : !allowed ? (
          <ForbiddenPage />
        ) : benchHost ? (
          <BenchOfOtherSitePage host={benchHost} />
        ) : (
          <Outlet />
        )}
      </MainLayout>
    </VisibleEntitiesContext>
  );
}

// A refusal is checked again only once: each retry renders it again, which would loop forever.
const retriedErrors = new WeakSet<ForbiddenPathError>();

/** The layout around a refusal; another user on the same page triggers a new check. */
export function RouteError(props: ErrorComponentProps) {
  const { error } = props;
  const refusal = error instanceof ForbiddenPathError ? error : null;
  const { user, siteVariant } = useShell();
  const { pathname } = useLocation();
  const router = useRouter();
  const visitor = visitorOf(user);
  // During navigation this page's refusal is still mounted; the next page checks for itself.
  const may = visitor !== null && refusal?.path === pathname && mayVisit(siteVariant, visitor, pathname);
  useEffect(() => {
    if (!refusal || !may || retriedErrors.has(refusal)) return;
    retriedErrors.add(refusal);
    void router.invalidate();
  }, [refusal, may, router]);
  return refusal ? <SignedIn isForbidden /> : <ErrorPage {...props} />;
}
