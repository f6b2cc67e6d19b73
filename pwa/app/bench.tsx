import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { mayOpen } from '#db/access/homes.ts';
import type { Session } from '#db/access/session.ts';
import { PrintProvider } from '#pwa/printing/print-provider.tsx';
import { MembershipReplicaProvider } from '#pwa/replica/hooks/membership-replica-provider.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useLoadedOnce } from '#pwa/replica/hooks/use-loaded-once.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { unsentPhotos, unsentWork } from '#pwa/replica/operations/export-unsent.ts';
import { fetchRules } from '#pwa/replica/operations/rules.ts';
import { replicaOf, signOutHere } from '#pwa/replica/session/membership-replica.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { photoCount } from '#pwa/replica/store/photo-store.ts';
import type { SyncState } from '#pwa/replica/sync/status.ts';
import { CommandScans } from '#pwa/scanning/commands/command-scans.tsx';
import { unlockScanSound } from '#pwa/scanning/scan-sound.ts';
import { UnreadScanNotice } from '#pwa/scanning/unread-scan-notice.tsx';
import { useHandScanner } from '#pwa/scanning/use-scan.ts';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { SyncChip, type SyncChipProps } from '#pwa/ui/sync-chip.tsx';
import { type BenchCacheState, useBenchCacheState } from './bench-cache.ts';
import { deviceName } from './device-name.ts';
import { useFocusRecovery } from './focus-recovery.ts';
import { useIdleLock } from './lock/idle-lock.ts';
import { BenchMenuCount } from './menu-count.tsx';
import { BenchSearch } from './palette/bench-search.tsx';
import { forgetProcedureFiles } from './procedure-files.ts';
import { ShellContext, useShell } from './shell.ts';

/** What a device lacks for offline bench work: data, or parts of the app. */
type OfflineGap = 'data' | 'app' | 'never' | null;

/** Return what is missing; unknown parts count as present, so that nobody is alarmed without reason. */
export function findOfflineGap(loadedOnce: boolean | undefined, cacheState: BenchCacheState): OfflineGap {
  if (loadedOnce === false) return 'data';
  if (cacheState === 'incomplete') return 'app';
  return cacheState === 'never' && import.meta.env.PROD ? 'never' : null;
}

const OPENING_LIMIT_MS = 4_000;

/**
 * Return what this device lacks while the server is unreachable; null while it is reachable, and on a ready
 * device.
 */
function useOfflineGap(cacheState: BenchCacheState): OfflineGap {
  const loadedOnce = useLoadedOnce();
  const { reachable, progress } = useSyncStatus();
  // A page that was just opened has not reached the server yet.
  const [opening, setOpening] = useState(() => navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => setOpening(false), OPENING_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return opening || reachable || progress !== null ? null : findOfflineGap(loadedOnce, cacheState);
}

const STATE: Record<SyncState, SyncChipProps['state']> = {
  revoked: 'error',
  'sign-in': 'error',
  error: 'error',
  conflicts: 'conflicts',
  waiting: 'waiting',
  loading: 'waiting',
  connecting: 'connecting',
  offline: 'offline',
  synced: 'synced',
};

/**
 * The sync state of this device in the header: Connecting, Fetching, Synced, N waiting, N conflicts, N refused. It opens
 * Data Sync.
 */
function BenchSyncChip({
  session,
  cacheState,
  offlineGap,
}: {
  session: Session;
  cacheState: BenchCacheState;
  offlineGap: OfflineGap;
}) {
  const status = useSyncStatus();
  const router = useRouter();
  // What the chip counts is what it opens.
  const open = () =>
    void router.navigate({ to: '/data-sync', search: status.conflicts > 0 ? { tab: 'conflicts' } : {} });
  // A device that could not continue offline is not synced yet.
  const fetching = status.state === 'loading' || cacheState === 'asking' || cacheState === 'incomplete';
  return (
    <SyncChip
      state={STATE[status.state]}
      loading={status.state === 'offline' ? offlineGap !== null : fetching}
      waiting={status.waiting}
      photos={status.photos}
      conflicts={status.conflicts}
      refusedCount={status.refusedCount}
      onOpen={mayOpen(session, '/data-sync') ? open : undefined}
    />
  );
}

const NOTICE_TEXTS: Record<NonNullable<OfflineGap>, { title: string; text: string }> = {
  data: {
    title: 'This device is not ready to work without a network',
    text: 'Data is incomplete. Connect this device until the header says Synced.',
  },
  app: {
    title: 'This device is not ready to work without a network',
    text: 'Parts of the app are missing. Connect this device until the header says Synced.',
  },
  never: {
    title: 'This browser does not keep the app',
    text: 'Leave this page open: it cannot reopen offline. Your work is kept until the device is connected.',
  },
};

/** A notice that this device cannot do all work offline, and how to make it ready. */
function NotReadyNotice({ offlineGap }: { offlineGap: NonNullable<OfflineGap> }) {
  const { title, text } = NOTICE_TEXTS[offlineGap];
  return (
    <div className="px-3 pt-3 md:px-6">
      <Notice tone="warning" title={title}>
        <p>{text}</p>
      </Notice>
    </div>
  );
}

interface SignOutWarningProps {
  /** The number of operations and photos that are only on this device; zero shows nothing. */
  operationCount: number;
  photos: number;
  onStay(): void;
  onLeave(): void;
}

const subjectOf = (operationCount: number, photos: number): string => {
  const parts = [
    operationCount > 0 ? `${operationCount} of your operations` : '',
    photos > 0 ? photoCount(photos) : '',
  ];
  return `${parts.filter(Boolean).join(' and ')} ${operationCount + photos === 1 ? 'is' : 'are'}`;
};

/** A warning about the work that remains on this device when a user signs out. */
export function SignOutWarning({ operationCount, photos, onStay, onLeave }: SignOutWarningProps) {
  return (
    <ConfirmDialog
      open={operationCount + photos > 0}
      title="Sign out with unsent work?"
      confirmLabel="Sign out anyway"
      danger
      onConfirm={onLeave}
      onClose={onStay}
    >
      {`${subjectOf(operationCount, photos)} only on this device. Unsent work stays here, locked, until you sign in on this device again.`}
    </ConfirmDialog>
  );
}

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

const ProcedureFilesFetcher = lazyComponent(
  () => import('./procedure-files-fetcher.tsx').then((loaded) => loaded.ProcedureFilesFetcher),
  () => null,
);

/** Sign out of this device, and delete what it stored of procedures. */
async function leaveDevice(...signOut: Parameters<typeof signOutHere>): Promise<boolean> {
  const isSignedOut = await signOutHere(...signOut);
  if (isSignedOut) await forgetProcedureFiles().catch(() => undefined);
  return isSignedOut;
}

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
  const { isOffline, reachable, progress } = useSyncStatus();
  useHandScanner();
  useFocusRecovery();
  useEffect(() => unlockScanSound(), []);
  useEffect(() => fetchRulesAtFirstTouch(), []);
  const extended = useMemo(() => {
    // Work on the server needs no warning; unsent work is only on this device.
    const signOut = () => {
      const operationCount = unsentWork(replica.outbox.all()).length;
      const photos = unsentPhotos(replica).length;
      if (operationCount + photos === 0) return leaveDevice(replica, shell.signOut);
      setUnsent({ operationCount, photos });
      return Promise.resolve(false);
    };
    return {
      ...shell,
      signOut,
      isOffline,
      lock: locks ? lock : null,
      syncChip: <BenchSyncChip session={session} cacheState={cacheState} offlineGap={offlineGap} />,
      search: <BenchSearch />,
      menuCount: (path: string) => <BenchMenuCount path={path} />,
      deviceNotice: offlineGap && <NotReadyNotice offlineGap={offlineGap} />,
    };
  }, [shell, replica, session, cacheState, offlineGap, isOffline, locks, lock]);
  return (
    <ShellContext value={extended}>
      <PrintProvider>{children}</PrintProvider>
      {reachable && progress === null && <ProcedureFilesFetcher />}
      <UnreadScanNotice />
      <CommandScans />
      {((locks && locked) || requiresPin) && shell.user && (
        <LockScreen
          user={shell.user}
          key={requiresPin ? serverSession : 'locked'}
          hasPin={session.hasPin}
          serverSession={serverSession}
          onUnlock={unlock}
          onSignOut={() => void leaveDevice(replica, shell.signOut)}
        />
      )}
      <SignOutWarning
        {...unsent}
        onStay={() => setUnsent(NO_UNSENT_WORK)}
        onLeave={() => void leaveDevice(replica, shell.signOut)}
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
