import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, ClipboardList, LogIn, LogOut, PackageOpen, Refrigerator } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { BATCH_TYPE_FACTS, batch } from '#db/batches/batch.ts';
import { acceptsValues, SECTION_WORK_STATUSES } from '#db/batches/batch-approval.ts';
import type { Row } from '#db/entity.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { sample } from '#db/samples/sample.ts';
import { useProposedBatchesNotice } from '#pwa/features/batches/proposed-batches.tsx';
import { useDoubtedLotsNotice } from '#pwa/features/protocols/sections/doubted-lots-notice.tsx';
import { useWorkedOnFailedNotice } from '#pwa/features/protocols/sections/worked-on-failed-notice.tsx';
import { useOverturnedNotice } from '#pwa/features/samples/custody/overturned-notice.tsx';
import { useTakenOverNotice } from '#pwa/features/samples/custody/taken-over-notice.tsx';
import { ResultsToApprove } from '#pwa/features/sequencing/results/results-to-approve.tsx';
import { orderTitle } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useLoadedOnce } from '#pwa/replica/hooks/use-loaded-once.ts';
import { useQuery, useRows } from '#pwa/replica/hooks/use-query.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import {
  type HomeNotice,
  useConflictsNotice,
  useFailuresNotice,
  useSamplesToStoreNotice,
  useSigningNotice,
  useUncountedLotsNotice,
} from './home-notices.tsx';
import { HomeRows } from './home-rows.tsx';
import { DevicesWhenConnected, LabOverview, useLabOverview } from './overview/lab-overview.tsx';
import { useProposedRepeatsNotice } from './proposed-repeats.tsx';
import {
  findCheckedOutSamples,
  findLateShipments,
  findOrdersToReceive,
  findOwnSections,
  LateShipments,
  queueCounts,
  useKitsNotice,
} from './waiting-work.tsx';
import { useWorkToReviewNotice } from './work-to-review.tsx';

const PREVIEW_ROWS = 10;

/** Frequent tasks of a tech, one press away. */
const QUICK_ACTIONS = [
  { path: '/lab/specimens/accession', label: 'Receive shipment', icon: PackageOpen },
  { path: '/lab/samples/check-out', label: 'Check out', icon: LogOut },
  { path: '/lab/samples/check-in', label: 'Check in', icon: LogIn },
  { path: '/lab/samples/move', label: 'Move', icon: ArrowLeftRight },
  { path: '/lab/assigned-sections', label: 'Assigned sections', icon: ClipboardList },
  { path: '/lab/inventory/storage-management', label: 'Storage', icon: Refrigerator },
] as const;

interface HomePageProps {
  /** Reports whether an address opens for this user. */
  opens(path: string): boolean;
  open(path: string): void;
}

/** Read the open tasks of this user; null while they are read. */
function useOpenWork() {
  const { actor } = useReplica();
  const shipped = useQuery('orders', { kind: order.name, filter: { status: 'SHIPPED' } });
  const queued = useRows(sample, { status: 'IN_QUEUE' });
  const heldSamples = useRows(sample, { custodianUserId: actor.userId });
  const batches = useRows(batch, { status: [...SECTION_WORK_STATUSES] });
  const sections = useRows(assignedSection, { assignedUserId: actor.userId });
  const methods = useQuery('procedures', { kind: 'Procedure' });
  const now = useNow();
  return useMemo(() => {
    if (!shipped || !queued || !heldSamples || !batches || !sections || !methods) return null;
    const orders = shipped.map(({ body }) => ({
      order: rowOf(order, body),
      shipments: childRows(shipment, body, 'shipments'),
    }));
    return {
      ordersToReceive: findOrdersToReceive(orders.map((each) => each.order)),
      late: findLateShipments(orders, now),
      queue: queueCounts(queued),
      checkedOut: findCheckedOutSamples(heldSamples, actor.userId, now),
      sections: findOwnSections(sections, batches, actor.userId),
      running: batches.filter(acceptsValues),
      sectionNames: new Map(
        methods.flatMap(({ body }) => childRows(section, body, 'sections')).map(({ id, name }) => [id, name]),
      ),
    };
  }, [shipped, queued, heldSamples, batches, sections, methods, actor.userId, now]);
}
type OpenWork = NonNullable<ReturnType<typeof useOpenWork>>;

/** Read the notices of this user; one that comes later than the others would move what is below it. */
function useHomeNotices({ opens, open }: HomePageProps, lateShipments: OpenWork['late']) {
  const { role } = useReplica().actor;
  const samples = opens('/lab/samples');
  const batches = opens('/lab/batches');
  const storage = opens('/lab/inventory/storage-management');
  const seesLate = opens('/lab/specimens/accession') && hasCapability(role, 'seeLateShipments');
  const notices: Record<string, HomeNotice> = {
    takenOver: useTakenOverNotice(samples),
    overturned: useOverturnedNotice(samples),
    workedOnFailed: useWorkedOnFailedNotice(samples),
    doubtedLots: useDoubtedLotsNotice(batches),
    proposedBatches: useProposedBatchesNotice(batches),
    conflicts: useConflictsNotice(opens('/data-sync')),
    lateShipments: seesLate && <LateShipments shipments={lateShipments} />,
    failures: useFailuresNotice(samples && hasCapability(role, 'decideQuality')),
    review: useWorkToReviewNotice(opens),
    repeats: useProposedRepeatsNotice(samples),
    lots: useUncountedLotsNotice(storage && may(role, 'lab/inventory-item:update')),
    toStore: useSamplesToStoreNotice(samples && may(role, 'lab/specimens/move:update')),
    kits: useKitsNotice(opens('/lab/orders') && may(role, 'shipping:create')),
    signing: useSigningNotice(() => open('/settings?tab=signing')),
  };
  return {
    areRead: Object.values(notices).every((notice) => notice !== undefined),
    notices: Object.entries(notices).map(([name, notice]) => <Fragment key={name}>{notice}</Fragment>),
  };
}

/** Home page of the bench: open tasks of this user, read from this device. */
export function HomePage(props: HomePageProps) {
  const { opens } = props;
  const { actor } = useReplica();
  const plans = hasCapability(actor.role, 'planBatches');
  const openWork = useOpenWork();
  const { notices, areRead } = useHomeNotices(props, openWork?.late ?? []);
  const overview = useLabOverview(plans);
  // Once shown, the page stays while a notice is read again.
  const [wasRead, setWasRead] = useState(false);
  const loadedOnce = useLoadedOnce();
  const isRead =
    openWork !== null && overview !== undefined && loadedOnce !== undefined && (areRead || wasRead);
  if (isRead && !wasRead) setWasRead(true);
  return (
    <Page title={`Hello, ${actor.name.split(' ')[0]}`}>
      <nav aria-label="At the bench" className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
        {QUICK_ACTIONS.filter(({ path }) => opens(path)).map(({ path, label, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            className="panel flex min-h-14 items-center gap-3 px-3 font-medium hover:bg-hover"
          >
            <Icon aria-hidden size={22} className="shrink-0 text-accent" />
            {label}
          </Link>
        ))}
      </nav>
      {isRead ? (
        <>
          <ResultsToApprove />
          {notices}
          {overview === 'fetching' && <Skeleton lines={8} label="Loading" />}
          {overview !== null && overview !== 'fetching' && <LabOverview {...{ overview, opens }} />}
          <WorkLists {...{ openWork, opens, plans }} loading={!loadedOnce} />
        </>
      ) : (
        <Skeleton lines={6} label="Loading" />
      )}
    </Page>
  );
}

interface WorkListsProps {
  openWork: OpenWork;
  opens(path: string): boolean;
  /** The overview shows the queue to who plans batches. */
  plans: boolean;
  /** Whether this device loads the lab for the first time, so that nothing here means nothing yet. */
  loading: boolean;
}

/** The tasks, shipments and samples of this user. */
function WorkLists({ openWork, opens, plans, loading }: WorkListsProps) {
  const managesDevices = hasCapability(useReplica().actor.role, 'manageDevices');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {opens('/lab/assigned-sections') && (
        <Section title="My tasks">
          <HomeRows
            none="Nothing assigned to you."
            loading={loading}
            rows={openWork.sections.slice(0, PREVIEW_ROWS).map((each) => ({
              key: each.id,
              link: (row) => (
                <Link
                  to="/lab/assigned-sections/$assignedSectionId"
                  params={{ assignedSectionId: each.id }}
                  {...row}
                />
              ),
              title: openWork.sectionNames.get(each.sectionId) ?? 'Section',
              note: batchLine(
                openWork.running.find(({ id }) => id === each.batchId),
                each.startedAt,
              ),
              verb: each.startedAt ? 'Continue' : 'Start',
            }))}
          />
        </Section>
      )}
      {opens('/lab/specimens/accession') && (
        <Section title="Shipments to receive">
          <HomeRows
            none="No shipments in transit."
            loading={loading}
            rows={openWork.ordersToReceive.slice(0, PREVIEW_ROWS).map((each) => ({
              key: each.id,
              link: (row) => <Link to="/lab/specimens/accession" search={{ order: each.id }} {...row} />,
              title: orderTitle(each),
              badge: openWork.late.some(({ orderId }) => orderId === each.id)
                ? { tone: 'warning', label: 'Overdue' }
                : undefined,
              note: shipmentText(each),
              verb: 'Receive',
            }))}
          />
        </Section>
      )}
      {opens('/lab/samples/check-in') && (
        <Section title="Checked out to me">
          <HomeRows
            none="No samples are checked out to you."
            loading={loading}
            rows={openWork.checkedOut.slice(0, PREVIEW_ROWS).map(({ sample: each, overdue }) => ({
              key: each.id,
              link: (row) => <Link to="/lab/samples/$id" params={{ id: each.id }} {...row} />,
              title: each.barcode,
              badge: overdue ? { tone: 'warning', label: 'Overdue' } : undefined,
              note: <Time value={each.checkedOutAt} />,
            }))}
          />
        </Section>
      )}
      {!plans && opens('/lab/queue') && (
        <Section title="Queue">
          <HomeRows
            none=""
            loading={loading}
            rows={(loading ? [] : openWork.queue).map(({ type, count }) => ({
              key: type,
              link: (row) => <Link to="/lab/queue" search={{ stage: type }} {...row} />,
              title: BATCH_TYPE_FACTS[type].label,
              note: countOf(count, 'sample'),
            }))}
          />
        </Section>
      )}
      {/* The last part, because it comes later than the others. */}
      {plans && opens('/data-sync') && managesDevices && <DevicesWhenConnected />}
    </div>
  );
}

const batchLine = (of: Row<typeof batch> | undefined, startedAt: string | null): ReactNode => (
  <>
    {of && `${of.julianId} ${of.name}, `}
    {startedAt ? (
      <>
        started <Time value={startedAt} />
      </>
    ) : (
      'not started'
    )}
  </>
);

const shipmentText = (of: Row<typeof order>): string =>
  [
    countOf(of.projectedSpecimenCount, of.packageType === 'PLATE' ? 'well' : 'tube'),
    of.carrier ?? 'no carrier',
    of.trackingNumber,
  ]
    .filter(Boolean)
    .join(' · ');
