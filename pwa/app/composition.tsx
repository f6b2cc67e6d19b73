import { type ReactNode, useMemo } from 'react';
import { SITE_VARIANTS } from '#db/access/session.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { forgetAnswers } from '#pwa/api/session-gate.ts';
import { signOutOfServer } from '#pwa/features/identity/sign-out.ts';
import { signOutWhileWaiting } from '#pwa/replica/resume-session.ts';
import { ownsServerSession, sessionWatch, useSession } from '#pwa/replica/session.ts';
import { forgetParkedPerson } from '#pwa/replica/session-store.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { type Shell, ShellContext } from './shell.ts';
import { useHostEntity } from './use-host-entity.ts';
import { useOwnPicture } from './use-own-picture.ts';

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
export function Composition({ children }: { children: ReactNode }) {
  const state = useSession();
  const hostEntity = useHostEntity();
  const imageUrl = useOwnPicture(state.session?.user ?? null);
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
      syncChip: null,
      deviceNotice: null,
      scanButton: null,
    };
  }, [state, hostEntity, imageUrl]);
  return <ShellContext value={shell}>{children}</ShellContext>;
}
