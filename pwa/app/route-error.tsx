import { type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mayVisit } from '#db/access/paths.ts';
import { ErrorPage } from './error-page.tsx';
import { ForbiddenPathError } from './require-visit-access.ts';
import { useShell, visitorOf } from './shell.ts';
import { SignedIn } from './signed-in.tsx';

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
