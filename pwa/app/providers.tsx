import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type SessionUser, SITE_VARIANTS } from '#db/access/session.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { forgetAnswers } from '#pwa/api/session-gate.ts';
import { signOutOfServer } from '#pwa/features/identity/sign-in/session-requests.ts';
import { signOutWhileWaiting } from '#pwa/replica/session/resume-session.ts';
import { ownsServerSession, sessionWatch, useSession } from '#pwa/replica/session/session.ts';
import { forgetParkedPerson } from '#pwa/replica/session/session-store.ts';
import { ThemeProvider, useTheme } from '#pwa/theme/theme-provider.tsx';
import { Toaster, toast } from '#pwa/ui/dialog/toast.tsx';
import { DirtyContext } from '#pwa/ui/form/dirty-context.ts';
import { reportDirty } from './dirty.ts';
import { HostGate, useHostEntity } from './host-gate.tsx';
import { type Shell, ShellContext } from './shell.ts';

function subscribeToNetwork(changed: () => void): () => void {
  const stop = new AbortController();
  for (const kind of ['online', 'offline']) window.addEventListener(kind, changed, { signal: stop.signal });
  return () => stop.abort();
}

/** Check whether the browser knows that it has no network; a network without the server counts as one. */
const useBrowserOffline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => !navigator.onLine);

/**
 * Return the URL of the user's own picture; null without one. URLs expire, so it is loaded again with each
 * refetch of the session.
 */
function useOwnPicture(user: SessionUser | null): string | null {
  const [picture, setPicture] = useState<{ userId: string; url: string } | null>(null);
  useEffect(() => {
    if (!user?.image) return;
    let isActive = true;
    const ask = async (): Promise<void> => {
      const { portraitOf } = await import('#pwa/api/portrait.ts');
      const portraitUrl = await portraitOf(user.id);
      // Offline the displayed picture remains.
      if (isActive && portraitUrl !== '') setPicture({ userId: user.id, url: portraitUrl });
    };
    ask().catch(() => undefined);
    return () => {
      isActive = false;
    };
  }, [user]);
  return user?.image && picture?.userId === user.id ? picture.url : null;
}

async function signOut(): Promise<boolean> {
  try {
    const isOwn = await ownsServerSession();
    const { session } = sessionWatch().state.value;
    // The server's session may belong to a colleague who used this device before.
    if (isOwn || !session) await signOutOfServer();
    else await signOutWhileWaiting(session);
    if (session) await forgetParkedPerson(session.user.userCompanyId);
    forgetAnswers();
    await sessionWatch().signedOut();
    return true;
  } catch {
    toast.error('You could not be signed out, because the server cannot be reached. Try again online.');
    return false;
  }
}

/**
 * Collect the data of the shell: who is signed in, online or offline. The bench adds the sync chip and
 * scanning.
 */
function Composition({ children }: { children: ReactNode }) {
  const state = useSession();
  const hostEntity = useHostEntity();
  const imageUrl = useOwnPicture(state.session?.user ?? null);
  const isOffline = useBrowserOffline();
  const shell = useMemo<Shell>(() => {
    const user = state.session?.user ?? null;
    return {
      session: state.status,
      reason: state.status === 'unauthenticated' ? state.reason : null,
      user: user && {
        name: user.name,
        email: user.email,
        imageUrl,
        role: user.role,
        companyName: user.companyName,
        permissions: user.permissions,
        parentCompanyId: user.parentCompanyId,
        userCompanyId: user.userCompanyId,
        companies: user.companies,
        isSuperAdmin: user.isSuperAdmin,
      },
      entity: state.session?.entity ?? hostEntity ?? BUSINESS_ENTITIES[0],
      entityKnown: state.session !== null || hostEntity !== null,
      siteVariant: state.session?.siteVariant ?? SITE_VARIANTS[0],
      signOut,
      lock: null,
      isOffline,
      syncChip: null,
      deviceNotice: null,
      search: null,
      menuCount: () => null,
    };
  }, [state, hostEntity, imageUrl, isOffline]);
  return <ShellContext value={shell}>{children}</ShellContext>;
}

function ThemedToaster() {
  return <Toaster theme={useTheme().theme} />;
}

/** The providers that every screen may rely on. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider>
      <DirtyContext value={reportDirty}>
        <HostGate>
          <Composition>{children}</Composition>
        </HostGate>
      </DirtyContext>
      <ThemedToaster />
    </ThemeProvider>
  );
}
