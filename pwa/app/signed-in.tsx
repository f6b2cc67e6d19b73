import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { MainLayout } from './layouts/main-layout.tsx';
import { useShell } from './shell.ts';
import { useMenu } from './use-menu.ts';

/** The only guard: without a session a page leads to sign-in with the error SessionRequired and the way back. */
export function SignedIn() {
  const { session } = useShell();
  const router = useRouter();
  const { href, pathname } = useLocation();
  const menu = useMenu();
  useEffect(() => {
    if (session !== 'unauthenticated') return;
    const search = new URLSearchParams({ error: 'SessionRequired', callbackUrl: href });
    router.history.replace(`/sign-in?${search}`);
  }, [session, router, href]);
  if (session !== 'authenticated') {
    return (
      <div className="p-6">
        <Skeleton label="Opening Benchside" />
      </div>
    );
  }
  return (
    <MainLayout menu={menu} path={pathname} bare={pathname.startsWith('/create-account')}>
      <Outlet />
    </MainLayout>
  );
}
