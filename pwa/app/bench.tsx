import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Session } from '#db/access/session.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { unsentWork } from '#pwa/replica/export-unsent.ts';
import { ReplicaProvider, useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { closeReplica, replicaOf } from '#pwa/replica/membership-replica.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import { unlockScanSound } from '#pwa/scanning/scan-sound.ts';
import { useHandScanner } from '#pwa/scanning/use-scan.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { BenchSyncChip } from './bench-sync-chip.tsx';
import { deviceName } from './device-name.ts';
import { ShellContext, useShell } from './shell.ts';
import { SignOutWarning } from './sign-out-warning.tsx';

/** Opens the person's replica and gives the pages below it what a bench needs: the replica, scanning, the sync chip. */
export function Bench({ session, children }: { session: Session; children: ReactNode }) {
  const [replica, setReplica] = useState<Replica | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    replicaOf(session, deviceName(navigator.userAgent)).then(
      (opened) => current && setReplica(opened),
      (error: unknown) =>
        current && setProblem(error instanceof Error ? error.message : MESSAGES.unknownError),
    );
    return () => {
      current = false;
    };
  }, [session]);
  if (problem) {
    return (
      <div className="p-6">
        <Notice tone="danger" title="The local database could not be opened.">
          <p>{`${problem} Close other tabs of Benchside and reload this page. Nothing that was saved is lost.`}</p>
        </Notice>
      </div>
    );
  }
  if (!replica) {
    return (
      <div className="p-6">
        <Skeleton label="Opening the bench" />
      </div>
    );
  }
  return (
    <ReplicaProvider replica={replica}>
      <PrintProvider>
        <BenchShell>{children}</BenchShell>
      </PrintProvider>
    </ReplicaProvider>
  );
}

function BenchShell({ children }: { children: ReactNode }) {
  const shell = useShell();
  const replica = useReplica();
  const [unsent, setUnsent] = useState(0);
  useHandScanner();
  useEffect(() => unlockScanSound(), []);
  const extended = useMemo(() => {
    // What has reached the server needs no question; what has not is only on this device.
    const signOut = () => {
      const waiting = unsentWork(replica.outbox.all()).length;
      if (waiting === 0) leave(shell.signOut);
      else setUnsent(waiting);
    };
    return { ...shell, signOut, syncChip: <BenchSyncChip /> };
  }, [shell, replica]);
  return (
    <ShellContext value={extended}>
      {children}
      <SignOutWarning unsent={unsent} onStay={() => setUnsent(0)} onLeave={() => leave(shell.signOut)} />
    </ShellContext>
  );
}

function leave(signOut: () => void): void {
  closeReplica();
  signOut();
}
