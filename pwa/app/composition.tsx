import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { SITE_VARIANTS } from '#db/access/menus.ts';
import { signOutOfServer } from '#pwa/features/identity/auth-client.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { type Shell, ShellContext } from './shell.ts';
import { useOnlineSession } from './use-online-session.ts';

/** Puts together what the shell shows: who is signed in, the sync chip, the scan button. */
export function Composition({ children }: { children: ReactNode }) {
  const { session, loading } = useOnlineSession();
  const queries = useQueryClient();
  const shell = useMemo<Shell>(() => {
    const user = session?.user ?? null;
    return {
      session: user ? 'authenticated' : loading ? 'loading' : 'unauthenticated',
      user: user && { name: user.name, email: user.email, role: user.role, companyName: user.companyName },
      entity: session?.entity ?? 'WBL',
      siteVariant: session?.siteVariant ?? SITE_VARIANTS[0],
      signOut: () => {
        signOutOfServer().then(
          () => queries.invalidateQueries({ queryKey: ['session'] }),
          () =>
            toast.error(
              'You could not be signed out, because the server cannot be reached. Try again online.',
            ),
        );
      },
      syncChip: null,
      scanButton: null,
    };
  }, [session, loading, queries]);
  return <ShellContext value={shell}>{children}</ShellContext>;
}
