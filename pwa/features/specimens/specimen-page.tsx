import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { mayOpen } from '#db/access/homes.ts';
import { isAcceptedRework } from '#db/ordering/orders/accepted-repeats.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { company } from '#db/organizations/company.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { event } from '#db/records/events/event.ts';
import { SAMPLE_STATUS, type Sample, sample } from '#db/samples/sample.ts';
import { accessionGroup } from '#db/specimens/accession/accession-group.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { BenchOrganization } from '#pwa/navigation/bench-names.tsx';
import { WithRecordCard } from '#pwa/navigation/record-link.tsx';
import { useDocument, useRow } from '#pwa/replica/hooks/use-document.ts';
import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { DiscrepanciesPart, ReceiptPart } from './discrepancies-part.tsx';
import { journeyOf } from './own/specimen-journey.ts';
import { SpecimenPageActions } from './specimen-page-actions.tsx';
import { useSpecimenEntries } from './use-specimen-entries.ts';
import { waitingReason } from './waiting-reason.ts';

interface RequisitionPartProps {
  specimen: Specimen;
  order: Order | null;
  test: Protocol | null;
}

const withUnit = (value: string | null, unit: string): string | null =>
  value === null ? null : `${value} ${unit}`;

/** The number of the order, as a link where this person may open it. */
function OrderLink({ order }: { order: Order }) {
  const session = useSession().session;
  if (!session || !mayOpen(session, '/lab/orders')) return orderTitle(order);
  return (
    <WithRecordCard kind="order" id={order.id} name={orderTitle(order)}>
      <Link
        to="/lab/orders/$id"
        params={{ id: order.id }}
        className="code inline-flex min-h-6 items-center underline"
      >
        {orderTitle(order)}
      </Link>
    </WithRecordCard>
  );
}

/** The requisition line of a specimen and its order. */
function RequisitionPart({ specimen, order, test }: RequisitionPartProps) {
  const customer = useRow(company, order?.companyId ?? null);
  return (
    <Section title="Requisition">
      <KeyValues
        items={[
          { name: 'Requisition', value: specimen.requisitionNumber },
          { name: 'Customer sample ID', value: specimen.customerSampleId },
          { name: 'Tube', value: specimen.tubeBarcode },
          {
            name: 'Plate and well',
            value: [specimen.shipmentPlateBarcode, specimen.shipmentPlateLocation].filter(Boolean).join(' '),
          },
          { name: 'Test', value: test?.name ?? null },
          { name: 'Specimen type', value: SPECIMEN_TYPE[specimen.providedSpecimenType] },
          { name: 'Provided volume', value: withUnit(specimen.providedVolume, 'µL') },
          { name: 'Provided concentration', value: withUnit(specimen.providedConcentration, 'ng/µL') },
          { name: 'Received', value: <Time value={specimen.receivedAt} /> },
          { name: 'Order', value: order && <OrderLink order={order} /> },
          { name: 'Organization', value: customer && <BenchOrganization {...customer} /> },
          { name: 'Order status', value: order && <StatusBadge display={ORDER_STATUS[order.status]} /> },
          { name: 'Line', value: specimen.orderRow },
        ]}
      />
    </Section>
  );
}

function SampleLine({ sample }: { sample: Sample }) {
  const place = useRow(storageManagement, sample.storageLocationId);
  const session = useSession().session;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
      {session && !mayOpen(session, '/lab/samples') ? (
        <span className="code">{sample.barcode}</span>
      ) : (
        <WithRecordCard kind="sample" id={sample.id} name={sample.barcode}>
          <Link
            to="/lab/samples/$id"
            params={{ id: sample.id }}
            className="code inline-flex min-h-11 items-center underline"
          >
            {sample.barcode}
          </Link>
        </WithRecordCard>
      )}
      <StatusBadge display={SAMPLE_STATUS[sample.status]} />
      <span>{[place?.name, sample.storagePosition].filter(Boolean).join(' ')}</span>
      {sample.remainingVolume !== null && (
        <span className="tabular-nums">{`${sample.remainingVolume} µL`}</span>
      )}
    </li>
  );
}

/** Samples of a specimen, the primary one first. */
function SpecimenSamples({ samples }: { samples: readonly Sample[] | undefined }) {
  const ordered = [...(samples ?? [])].sort((a, b) => a.barcode.localeCompare(b.barcode));
  return (
    <Section title={`Samples: ${ordered.length}`}>
      {samples === undefined && <Skeleton label="Loading the samples" />}
      {samples?.length === 0 && <p className="text-ink-soft">Nothing has been received yet.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {ordered.map((sample) => (
          <SampleLine key={sample.id} sample={sample} />
        ))}
      </ul>
    </Section>
  );
}

/** The number of the accepted rework order that repeats a reset specimen, from this device's data. */
function useRepeatedIn(row: Pick<Specimen, 'id' | 'orderId' | 'status'> | null): string | null {
  const reset = row?.status === 'RESET' ? row : null;
  const reworks = useRows(order, { sourceOrderId: reset?.orderId ?? '' })?.filter(isAcceptedRework) ?? [];
  const repeats = useRows(specimen, { orderId: reworks.map(({ id }) => id) });
  const repeat = repeats?.find(
    ({ sourceSpecimenId, status }) => sourceSpecimenId === reset?.id && status !== 'CANCELED',
  );
  return reworks.find(({ id }) => id === repeat?.orderId)?.orderNumber ?? null;
}

const BREADCRUMBS = [{ label: 'Specimens', to: '/lab/specimens' }] as const;

interface SpecimenPageProps {
  specimenId: string;
  /** Its events with its notes and files; they belong to another feature and come from the route. */
  activity(number: string, events: readonly TimelineEntry[]): ReactNode;
  /** Approval, release and recall of its results; from the route as well. */
  results(specimen: Specimen): ReactNode;
  /** The server's view, for a specimen that is no longer on devices; from the route as well. */
  fromServer: ReactNode;
  onList(): void;
}

/** One specimen: requisition, status, discrepancies, samples, history. */
export function SpecimenPage({ specimenId, activity, results, fromServer, onList }: SpecimenPageProps) {
  const document = useDocument('specimens', specimenId);
  const pending = usePendingFor(specimenId);
  const { reachable, progress } = useSyncStatus();
  const row = document ? rowOf(specimen, document.body) : null;
  const ordered = useRow(order, row?.orderId ?? null);
  const test = useRow(protocol, row?.protocolId ?? null);
  const receipt = useRow(accessionGroup, row?.accessionGroupId ?? null);
  const samples = useRows(sample, { specimenId });
  const repeatedIn = useRepeatedIn(row);
  const entries = useSpecimenEntries(document ? childRows(event, document.body, 'events') : []);
  // During the first load it may still arrive: showing the server's page would replace the content while in
  // use.
  const isRead = document === null || ![ordered, test, receipt, samples].includes(undefined);
  if (document === undefined || !isRead || (document === null && progress?.phase === 'snapshot'))
    return (
      <Page title="Specimen" breadcrumbs={BREADCRUMBS}>
        <Skeleton label="Loading the specimen" lines={6} />
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
          The specimen may have left the lab long ago. Connect this device to load it from the server.
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
    <DetailPage
      number={row.julianId ?? row.requisitionNumber}
      breadcrumbs={BREADCRUMBS}
      status={<StatusBadge display={specimenDisplay(row.status, false, repeatedIn)} />}
      tags={
        <>
          <EntityBadge entity={row.entity} />
          {pending > 0 && <ToneBadge tone="info" label="Saved on this device" />}
        </>
      }
      steps={journeyOf(row)}
      actions={<SpecimenPageActions specimen={row} samples={samples} onDeleted={onList} />}
    >
      {waitingText && <Notice tone="info" title={waitingText} />}
      <DiscrepanciesPart
        specimen={row}
        discrepancies={discrepancies}
        samples={samples ?? []}
        clinical={test?.clinical ?? false}
      />
      <RequisitionPart specimen={row} order={ordered ?? null} test={test ?? null} />
      {receipt && <ReceiptPart group={receipt} />}
      <SpecimenSamples samples={samples} />
      {results(row)}
      {activity(row.julianId ?? row.requisitionNumber, entries)}
    </DetailPage>
  );
}
