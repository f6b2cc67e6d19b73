import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { mayDeleteSpecimen } from '#db/ordering/delete-specimen.ts';
import { order } from '#db/ordering/order.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { specimenDisplay } from '#db/specimens/specimen-status-for-customers.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useDocument, useRow } from '#pwa/replica/hooks/use-document.ts';
import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { SpecimenMenu } from '#pwa/ui/override/override-menu.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { DeleteSpecimen } from './delete-specimen.tsx';
import { DiscrepanciesPart } from './discrepancies-part.tsx';
import { ReceiptPart } from './receipt-part.tsx';
import { RequisitionPart } from './requisition-part.tsx';
import { SpecimenActions } from './specimen-actions.tsx';
import { SpecimenHistory } from './specimen-history.tsx';
import { SpecimenSamples } from './specimen-samples.tsx';
import { useRepeatedIn } from './use-repeated-in.ts';
import { waitingReason } from './waiting-reason.ts';

const BREADCRUMBS = [{ label: 'Specimens', href: '/lab/specimens' }];

interface SpecimenPageProps {
  specimenId: string;
  /** Notes and files of the specimen; they belong to other features and come from the route. */
  notes: ReactNode;
  files: ReactNode;
  /** Approval, release and recall of its results; from the route as well. */
  results(specimen: Specimen): ReactNode;
  /** The server's view, for a specimen that is no longer on devices; from the route as well. */
  fromServer: ReactNode;
  onList(): void;
}

/** One specimen: requisition, status, discrepancies, samples, history. */
export function SpecimenPage({ specimenId, notes, files, results, fromServer, onList }: SpecimenPageProps) {
  const document = useDocument('specimens', specimenId);
  const pending = usePendingFor(specimenId);
  const { reachable, progress } = useSyncStatus();
  const { role } = useReplica().actor;
  const row = document ? rowOf(specimen, document.body) : null;
  const ordered = useRow(order, row?.orderId ?? null);
  const test = useRow(protocol, row?.protocolId ?? null);
  const samples = useRows(sample, { specimenId });
  const repeatedIn = useRepeatedIn(row);
  // During the first load it may still arrive: showing the server's page would replace the content while in
  // use.
  if (document === undefined || (document === null && progress?.phase === 'snapshot'))
    return (
      <Page title="Specimen" breadcrumbs={BREADCRUMBS}>
        <Skeleton label="Reading the specimen" lines={6} />
      </Page>
    );
  if ((document === null || row === null) && reachable) return fromServer;
  if (document === null || row === null)
    return (
      <Page title="Specimen" breadcrumbs={BREADCRUMBS}>
        <EmptyState
          icon={SearchX}
          title="This specimen is not on this device"
          action={<Button onClick={onList}>Show all specimens</Button>}
        >
          It may have left the lab long ago. Connect this device and the server shows it here.
        </EmptyState>
      </Page>
    );
  const discrepancies = childRows(discrepancy, document.body, 'discrepancies');
  const waitingText = waitingReason(row, discrepancies, {
    order: ordered ?? null,
    samples: samples ?? [],
    repeatedIn,
  });
  return (
    <Page
      title={row.julianId ?? row.requisitionNumber}
      breadcrumbs={BREADCRUMBS}
      badge={
        <>
          <StatusBadge display={specimenDisplay(row.status, false, repeatedIn)} />
          {pending > 0 && <ToneBadge tone="info" label="Saved on this device" />}
        </>
      }
      actions={
        <>
          <SpecimenActions specimen={row} />
          {samples && mayDeleteSpecimen(role, row, samples) && (
            <DeleteSpecimen specimen={row} material={samples.length > 0} onDeleted={onList} />
          )}
          <SpecimenMenu specimen={row} role={role} />
        </>
      }
    >
      {waitingText && <Notice tone="info" title={waitingText} />}
      <DiscrepanciesPart
        specimen={row}
        discrepancies={discrepancies}
        samples={samples ?? []}
        clinical={test?.clinical ?? false}
      />
      <RequisitionPart specimen={row} order={ordered ?? null} test={test ?? null} />
      {row.accessionGroupId && <ReceiptPart groupId={row.accessionGroupId} />}
      <SpecimenSamples samples={samples} />
      {results(row)}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {notes}
        {files}
      </div>
      <SpecimenHistory events={childRows(event, document.body, 'events')} />
    </Page>
  );
}
