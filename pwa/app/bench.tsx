import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Session } from '#db/access/session.ts';
import { ScanAnythingButton } from '#pwa/features/scan-anything/scan-anything-button.tsx';
import { PrintProvider } from '#pwa/printing/print-provider.tsx';
import { unsentPhotos, unsentWork } from '#pwa/replica/export-unsent.ts';
import { MembershipReplicaProvider } from '#pwa/replica/hooks/membership-replica-provider.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { replicaOf, signOutHere } from '#pwa/replica/membership-replica.ts';
import { fetchRules } from '#pwa/replica/rules.ts';
import { useSession } from '#pwa/replica/session.ts';
import { unlockScanSound } from '#pwa/scanning/scan-sound.ts';
import { UnreadScanNotice } from '#pwa/scanning/unread-scan-notice.tsx';
import { useHandScanner } from '#pwa/scanning/use-scan.ts';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { BenchSyncChip } from './bench-sync-chip.tsx';
import { deviceName } from './device-name.ts';
import { useIdleLock } from './lock/idle-lock.ts';
import { NotReadyNotice } from './not-ready-notice.tsx';
import { useOfflineGap } from './offline-readiness.ts';
import { ShellContext, useShell } from './shell.ts';
import { SignOutWarning } from './sign-out-warning.tsx';
import { useBenchCacheState } from './use-bench-cache-state.ts';

/** Start to open the user's replica before the page needs it; the page retries after a failure. */
export function openReplicaEarly(session: Session): void {
  replicaOf(session, deviceName(navigator.userAgent)).catch(() => undefined);
}

/** Open the user's replica and provide it, scanning and the sync chip to bench pages. */
export function Bench({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <MembershipReplicaProvider
      session={session}
      deviceName={deviceName(navigator.userAgent)}
      opening={
        <div className="p-6">
          <Skeleton label="Opening the bench" />
        </div>
      }
      failed={(problem) => (
        <div className="p-6">
          <Notice tone="danger" title="The local database could not be opened.">
            <p>{`${problem} Nothing that was saved is lost.`}</p>
          </Notice>
        </div>
      )}
    >
      <BenchShell session={session}>{children}</BenchShell>
    </MembershipReplicaProvider>
  );
}

const LockScreen = lazyComponent(() => import('./lock/lock-screen.tsx').then((loaded) => loaded.LockScreen));

const NO_UNSENT_WORK = { operationCount: 0, photos: 0 };

function BenchShell({ session, children }: { session: Session; children: ReactNode }) {
  const shell = useShell();
  const replica = useReplica();
  const { userCompanyId, role } = session.user;
  const locks = hasCapability(role, 'workAtBench');
  const state = useSession();
  const serverSession = state.session ? state.serverSession : 'own';
  const requiresPin = serverSession === 'asks-pin' || serverSession === 'pin-refused';
  const { locked, lock, unlock } = useIdleLock(userCompanyId, Date.parse(session.signedInAt ?? '') || 0);
  const [unsent, setUnsent] = useState(NO_UNSENT_WORK);
  const cacheState = useBenchCacheState();
  const offlineGap = useOfflineGap(cacheState);
  useHandScanner();
  useEffect(() => unlockScanSound(), []);
  useEffect(() => fetchRulesAtFirstTouch(), []);
  const extended = useMemo(() => {
    // Work on the server needs no warning; unsent work is only on this device.
    const signOut = () => {
      const operationCount = unsentWork(replica.outbox.all()).length;
      const photos = unsentPhotos(replica).length;
      if (operationCount + photos === 0) return signOutHere(replica, shell.signOut);
      setUnsent({ operationCount, photos });
      return Promise.resolve(false);
    };
    return {
      ...shell,
      signOut,
      lock: locks ? lock : null,
      syncChip: <BenchSyncChip cacheState={cacheState} offlineGap={offlineGap} />,
      scanButton: <ScanAnythingButton />,
      deviceNotice: offlineGap && <NotReadyNotice offlineGap={offlineGap} />,
    };
  }, [shell, replica, cacheState, offlineGap, locks, lock]);
  return (
    <ShellContext value={extended}>
      <PrintProvider>{children}</PrintProvider>
      <UnreadScanNotice />
      {((locks && locked) || requiresPin) && shell.user && (
        <LockScreen
          user={shell.user}
          key={requiresPin ? serverSession : 'locked'}
          hasPin={session.hasPin}
          serverSession={serverSession}
          onUnlock={unlock}
          onSignOut={() => void signOutHere(replica, shell.signOut)}
        />
      )}
      <SignOutWarning
        {...unsent}
        onStay={() => setUnsent(NO_UNSENT_WORK)}
        onLeave={() => void signOutHere(replica, shell.signOut)}
      />
    </ShellContext>
  );
}

/** Load the rules at the first key or touch, which precedes the first operation. */
function fetchRulesAtFirstTouch(): () => void {
  const stopped = new AbortController();
  const touched = () => {
    stopped.abort();
    void fetchRules().catch(() => undefined);
  };
  for (const kind of ['pointerdown', 'keydown'])
    window.addEventListener(kind, touched, { signal: stopped.signal });
  return () => stopped.abort();
}
