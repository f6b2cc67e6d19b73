import { PackageSearch } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { protocol } from '#db/protocols/protocol.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { UnexpectedTubes } from '#pwa/features/specimens/linking/unexpected-tubes.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useScanBus } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { OpenPanel } from './open-panel.tsx';
import { OpenSessions, useOpenSessions, wasSigned } from './open-sessions.tsx';
import type { SessionMaterial } from './session-counts.ts';
import { SessionDone, type SignedSession } from './session-done.tsx';
import { SessionView } from './session-view.tsx';
import { useReceivingSession } from './use-receiving-session.ts';
import { useSessionScan } from './use-session-scan.ts';

const NONE: readonly string[] = [];

/** The specimens of a session's orders, live; undefined while they or the session load. */
function useSessionMaterial(orderIds: readonly string[] | undefined): SessionMaterial | undefined {
  const specimens = useRows(specimen, { orderId: [...(orderIds ?? NONE)] });
  const protocols = useRows(protocol);
  return useMemo(() => {
    if (!orderIds || !specimens || !protocols) return undefined;
    const clinical = new Set(protocols.filter((one) => one.clinical).map(({ id }) => id));
    const isClinical = ({ protocolId }: Specimen): boolean => clinical.has(protocolId);
    return { specimens, clinicalIds: new Set(specimens.filter(isClinical).map(({ id }) => id)) };
  }, [orderIds, specimens, protocols]);
}

/** The list of shipments loads after the scan bar, because the page begins with a scan. */
export const AwaitedShipments = lazyComponent(
  async () => (await import('./awaited-shipments.tsx')).AwaitedShipments,
  () => (
    <SlowLoadFallback>
      <Skeleton label="Loading shipments" lines={4} />
    </SlowLoadFallback>
  ),
);

const BREADCRUMBS = [{ label: 'Specimens', to: '/lab/specimens' }] as const;

interface AccessionPageProps {
  /** The open session, or null for the list of sessions. */
  sessionId: string | null;
  /** The order of the link that opened this page, while no session is open. */
  orderId?: string | null;
  onSession(sessionId: string | null): void;
}

function OpenSession({
  sessionId,
  onSession,
  onSigned,
}: {
  sessionId: string;
  onSession(sessionId: string | null): void;
  onSigned(signed: SignedSession): void;
}) {
  const replica = useReplica();
  const session = useReceivingSession(sessionId);
  const { draft } = session;
  const material = useSessionMaterial(draft?.orderIds);
  // Scans are captured at once and wait until the session is loaded, so that no other page handles them.
  const scanning = useSessionScan(session, material);
  if (draft === undefined) return <Skeleton label="Opening the session" lines={6} />;
  if (draft === null || wasSigned(replica, sessionId))
    return (
      <EmptyState
        icon={PackageSearch}
        title="This session is not open on this device"
        action={<Button onClick={() => onSession(null)}>Show open sessions</Button>}
      >
        The session was signed or discarded, or started on another device.
      </EmptyState>
    );
  if (!material) return <Skeleton label="Loading the orders" lines={6} />;
  return (
    <SessionView
      draft={draft}
      session={session}
      material={material}
      scanning={scanning}
      onSigned={onSigned}
      onGivenUp={() => onSession(null)}
    />
  );
}

interface ShipmentsProps {
  onSession(sessionId: string): void;
}

/** What may be received: the sessions of this device, then the awaited shipments, whose place depends on them. */
function Shipments({ onSession }: ShipmentsProps) {
  const bus = useScanBus();
  const sessions = useOpenSessions();
  useEffect(() => {
    // The list itself reports a failure.
    AwaitedShipments.load().catch(() => undefined);
  }, []);
  if (!sessions) return <Skeleton label="Loading shipments" lines={4} />;
  return (
    <>
      <OpenSessions sessions={sessions} onOpen={onSession} />
      {/* Opened in the scan queue, so that a tube scanned right after it waits for the session. */}
      <AwaitedShipments onOpen={(orderNumber) => void bus.publish(orderNumber, 'typed')}>
        <UnexpectedTubes />
      </AwaitedShipments>
    </>
  );
}

/** Receives shipments: opens and resumes sessions, up to their signature. */
export function AccessionPage({ sessionId, orderId = null, onSession }: AccessionPageProps) {
  const [signed, setSigned] = useState<SignedSession | null>(null);
  if (signed && (sessionId === null || signed.id === sessionId))
    return (
      <Page title="Receive shipment" breadcrumbs={BREADCRUMBS}>
        {/* The next shipment begins with its scan. */}
        <OpenPanel
          orderId={null}
          onOpened={(next) => {
            setSigned(null);
            onSession(next);
          }}
        />
        <SessionDone
          signed={signed}
          onNext={() => {
            setSigned(null);
            onSession(null);
          }}
        />
      </Page>
    );
  return (
    <Page
      title="Receive shipment"
      breadcrumbs={BREADCRUMBS}
      actions={sessionId !== null && <Button onClick={() => onSession(null)}>All open sessions</Button>}
    >
      {sessionId === null ? (
        <>
          <OpenPanel orderId={orderId} onOpened={onSession} />
          <Shipments onSession={onSession} />
        </>
      ) : (
        <OpenSession key={sessionId} sessionId={sessionId} onSession={onSession} onSigned={setSigned} />
      )}
    </Page>
  );
}
