import { type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mayVisit } from '#db/access/paths.ts';
import { ErrorPage } from './error-page.tsx';
import { NotForThisRole } from './refuse-early.ts';
import { useShell, visitorOf } from './shell.ts';
import { SignedIn } from './signed-in.tsx';

/** The frame around a refusal; another person on the same page is asked about anew. */
export function Refused(props: ErrorComponentProps) {
  const refused = props.error instanceof NotForThisRole;
  const { user, siteVariant } = useShell();
  const { pathname } = useLocation();
  const router = useRouter();
  const visitor = visitorOf(user);
  const may = visitor !== null && mayVisit(siteVariant, visitor, pathname);
  useEffect(() => {
    if (refused && may) void router.invalidate();
  }, [refused, may, router]);
  if (!refused) return <ErrorPage {...props} />;
  return may ? null : <SignedIn />;
}
