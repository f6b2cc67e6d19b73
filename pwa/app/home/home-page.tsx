import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, ClipboardList, LogIn, LogOut, PackageOpen, Refrigerator } from 'lucide-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { BATCH_TYPE_FACTS, batch } from '#db/batches/batch.ts';
import type { Row } from '#db/entity.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { sample } from '#db/samples/sample.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { LoadingPart, ShownTogether } from '#pwa/replica/hooks/shown-together.tsx';
import { useQuery, useRows } from '#pwa/replica/hooks/use-query.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import {
  ConflictsToDecide,
  FailuresToConfirm,
  SamplesToStore,
  SigningNotice,
  UncountedLots,
} from './home-notices.tsx';
import { HomeRows } from './home-rows.tsx';
import { LabOverview } from './overview/lab-overview.tsx';
import { ProposedRepeats } from './proposed-repeats.tsx';
import {
  findCheckedOutSamples,
  findLateShipments,
  findOrdersToReceive,
  findOwnSections,
  KitsToSend,
  LateShipments,
  queueCounts,
} from './waiting-work.tsx';
import { WorkToReview } from './work-to-review.tsx';

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
  /** Notices of other bench features; their code may load later. */
  notice?: ReactNode;
}

/** Home page of the bench: open tasks of this user, read from this device. */
export function HomePage({ opens, open, notice }: HomePageProps) {
  const { actor } = useReplica();
  const shipped = useQuery('orders', { kind: order.name, filter: { status: 'SHIPPED' } });
  const queued = useRows(sample, { status: 'IN_QUEUE' });
  const heldSamples = useRows(sample, { custodianUserId: actor.userId });
  const batches = useRows(batch, { status: ['NOT_STARTED', 'IN_PROGRESS'] });
  const sections = useRows(assignedSection, { assignedUserId: actor.userId });
  const methods = useQuery('procedures', { kind: 'Procedure' });
  const now = useNow();
  const openWork = useMemo(() => {
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
      running: batches,
      sectionNames: new Map(
        methods.flatMap(({ body }) => childRows(section, body, 'sections')).map(({ id, name }) => [id, name]),
      ),
    };
  }, [shipped, queued, heldSamples, batches, sections, methods, actor.userId, now]);
  if (!openWork)
    return (
      <Page title="Dashboard">
        <Skeleton lines={6} label="Loading" />
      </Page>
    );
  const receives = opens('/lab/specimens/accession');
  const holds = opens('/lab/samples/check-in');
  const plans = hasCapability(actor.role, 'planBatches');
  return (
    <Page title={`Hello, ${actor.name.split(' ')[0]}`}>
      <ShownTogether fallback={<Skeleton lines={6} label="Loading" />}>
        <Suspense fallback={<LoadingPart />}>{notice}</Suspense>
        {opens('/data-sync') && <ConflictsToDecide />}
        {receives && hasCapability(actor.role, 'seeLateShipments') && (
          <LateShipments shipments={openWork.late} />
        )}
        {opens('/lab/samples') && hasCapability(actor.role, 'decideQuality') && <FailuresToConfirm />}
        <WorkToReview opens={opens} />
        {opens('/lab/samples') && <ProposedRepeats />}
        {opens('/lab/inventory/storage-management') && may(actor.role, 'lab/inventory-item:update') && (
          <UncountedLots />
        )}
        {opens('/lab/samples') && may(actor.role, 'lab/specimens/move:update') && <SamplesToStore />}
        {opens('/lab/orders') && may(actor.role, 'shipping:create') && <KitsToSend />}
        <SigningNotice onPrepare={() => open('/settings?tab=signing')} />
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
        {plans && <LabOverview opens={opens} />}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {opens('/lab/assigned-sections') && (
            <Section title="My tasks">
              <HomeRows
                none="Nothing assigned to you."
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
          {receives && (
            <Section title="Shipments to receive">
              <HomeRows
                none="No shipments in transit."
                rows={openWork.ordersToReceive.slice(0, PREVIEW_ROWS).map((each) => ({
                  key: each.id,
                  link: (row) => <Link to="/lab/specimens/accession" search={{ order: each.id }} {...row} />,
                  title: each.orderNumber,
                  badge: openWork.late.some(({ orderId }) => orderId === each.id)
                    ? { tone: 'warning', label: 'Overdue' }
                    : undefined,
                  note: shipmentText(each),
                  verb: 'Receive',
                }))}
              />
            </Section>
          )}
          {holds && (
            <Section title="Checked out to me">
              <HomeRows
                none="No samples are checked out to you."
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
                rows={openWork.queue.map(({ type, count }) => ({
                  key: type,
                  link: (row) => <Link to="/lab/queue" search={{ stage: type }} {...row} />,
                  title: BATCH_TYPE_FACTS[type].label,
                  note: countOf(count, 'sample'),
                }))}
              />
            </Section>
          )}
        </div>
      </ShownTogether>
    </Page>
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
