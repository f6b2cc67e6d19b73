import { type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mayVisit } from '#db/access/paths.ts';
import { ErrorPage } from './error-page.tsx';
import { ForbiddenPathError } from './require-visit-access.ts';
import { useShell, visitorOf } from './shell.ts';
import { SignedIn } from './signed-in.tsx';

// A refusal is questioned once: asking again draws it anew, which would ask again without end.
const retriedErrors = new WeakSet<ForbiddenPathError>();

/** The frame around a refusal; another person on the same page is asked about anew. */
export function RouteError(props: ErrorComponentProps) {
  const { error } = props;
  const refusal = error instanceof ForbiddenPathError ? error : null;
  const { user, siteVariant } = useShell();
  const { pathname } = useLocation();
  const router = useRouter();
  const visitor = visitorOf(user);
  // On the way to another page this one's refusal still stands; that page asks for itself.
  const may = visitor !== null && refusal?.path === pathname && mayVisit(siteVariant, visitor, pathname);
  useEffect(() => {
    if (!refusal || !may || retriedErrors.has(refusal)) return;
    retriedErrors.add(refusal);
    void router.invalidate();
  }, [refusal, may, router]);
  return refusal ? <SignedIn isForbidden /> : <ErrorPage {...props} />;
}
