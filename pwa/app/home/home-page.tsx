import { Link } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  ClipboardList,
  Hand,
  Layers,
  LogIn,
  LogOut,
  PackageOpen,
  Refrigerator,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { BATCH_TYPE_FACTS, batch } from '#db/batches/batch.ts';
import type { Row } from '#db/entity.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useQuery, useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { FailuresToConfirm, SamplesToStore, SigningNotice, UncountedLots } from './home-notices.tsx';
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
  { path: '/lab/specimens/accession', label: 'Receive', icon: PackageOpen },
  { path: '/lab/samples/check-out', label: 'Check out', icon: LogOut },
  { path: '/lab/samples/check-in', label: 'Check in', icon: LogIn },
  { path: '/lab/samples/move', label: 'Move', icon: ArrowLeftRight },
  { path: '/lab/assigned-sections', label: 'Sections', icon: ClipboardList },
  { path: '/lab/inventory/storage-management', label: 'Storage', icon: Refrigerator },
] as const;

interface HomePageProps {
  /** Reports whether an address opens for this user. */
  opens(path: string): boolean;
  open(path: string): void;
  /** Notices of other bench features. */
  notice?: ReactNode;
}

/** Home page of the bench: open tasks of this user, read from this device. */
export function HomePage({ opens, open, notice }: HomePageProps) {
  const { actor } = useReplica();
  const sync = useSyncStatus();
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
        <Skeleton lines={6} label="Reading this device" />
      </Page>
    );
  const overdue = openWork.checkedOut.filter((each) => each.overdue).length;
  const receives = opens('/lab/specimens/accession');
  const holds = opens('/lab/samples/check-in');
  const decides = opens('/data-sync');
  const waiting = openWork.queue.reduce((sum, each) => sum + each.count, 0);
  return (
    <Page title={`Hello, ${actor.name.split(' ')[0]}`}>
      {notice}
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
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {receives && (
          <StatTile
            label="Parcels to receive"
            value={openWork.ordersToReceive.length}
            icon={PackageOpen}
            tone="info"
            onOpen={() => open('/lab/specimens/accession')}
          />
        )}
        {opens('/lab/queue') && (
          <StatTile
            label="Samples in queue"
            value={waiting}
            icon={Layers}
            tone="progress"
            onOpen={() => open('/lab/queue')}
          />
        )}
        {holds && (
          <StatTile
            label="In my hands"
            value={openWork.checkedOut.length}
            icon={Hand}
            tone={overdue > 0 ? 'warning' : 'neutral'}
            {...(overdue > 0 ? { note: `${overdue} overdue` } : {})}
            onOpen={() => open('/lab/samples/check-in')}
          />
        )}
        {decides && (
          <StatTile
            label="To decide or look at"
            value={sync.conflicts + sync.refusedCount}
            icon={TriangleAlert}
            tone={sync.conflicts + sync.refusedCount > 0 ? 'warning' : 'success'}
            onOpen={() => open(sync.conflicts > 0 ? '/data-sync?tab=conflicts' : '/data-sync')}
          />
        )}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {receives && (
          <Section title="Parcels to receive">
            <Links
              none="No parcel is on its way."
              rows={openWork.ordersToReceive.slice(0, PREVIEW_ROWS).map((each) => ({
                key: each.id,
                link: (row) => <Link to="/lab/specimens/accession" search={{ order: each.id }} {...row} />,
                title: each.orderNumber,
                isLate: openWork.late.some(({ orderId }) => orderId === each.id),
                note: `${each.projectedSpecimenCount} ${each.packageType === 'PLATE' ? 'wells' : 'tubes'}, ${each.carrier ?? 'no carrier'} ${each.trackingNumber ?? ''}`,
              }))}
            />
          </Section>
        )}
        {opens('/lab/assigned-sections') && (
          <Section title="My sections">
            <Links
              none="No section is planned for you."
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
              }))}
            />
          </Section>
        )}
        {opens('/lab/queue') && (
          <Section title="Queue">
            <Links
              none=""
              rows={openWork.queue.map(({ type, count }) => ({
                key: type,
                link: (row) => <Link to="/lab/queue" search={{ stage: type }} {...row} />,
                title: BATCH_TYPE_FACTS[type].label,
                note: `${count} ${count === 1 ? 'sample' : 'samples'}`,
              }))}
            />
          </Section>
        )}
        {opens('/lab/batches') && (
          <Section title="Open batches">
            <Links
              none="No batch is open."
              rows={openWork.running.slice(0, PREVIEW_ROWS).map((each) => ({
                key: each.id,
                link: (row) => <Link to="/lab/batches/$batchId" params={{ batchId: each.id }} {...row} />,
                title: `${each.julianId} ${each.name}`,
                note: each.status === 'IN_PROGRESS' ? 'In progress' : 'Being laid out',
              }))}
            />
          </Section>
        )}
        {openWork.checkedOut.length > 0 && opens('/lab/samples') && (
          <Section title="In my hands">
            <Links
              none=""
              rows={openWork.checkedOut.slice(0, PREVIEW_ROWS).map(({ sample: each, overdue: isLate }) => ({
                key: each.id,
                link: (row) => <Link to="/lab/samples/$id" params={{ id: each.id }} {...row} />,
                title: each.barcode,
                note: `Since ${formatDate(each.checkedOutAt, 'shortAtTime')}`,
                isLate,
              }))}
            />
          </Section>
        )}
      </div>
    </Page>
  );
}

const batchLine = (of: Row<typeof batch> | undefined, startedAt: string | null): string =>
  `${of ? `${of.julianId} ${of.name}, ` : ''}${startedAt ? `since ${formatDate(startedAt, 'shortAtTime')}` : 'not started'}`;

interface LinkRow {
  key: string;
  /** Renders the link of the row, whose look and content it gets. */
  link(row: { className: string; children: ReactNode }): ReactNode;
  title: string;
  note: string;
  isLate?: boolean;
}

function Links({ rows, none }: { rows: readonly LinkRow[]; none: string }) {
  if (rows.length === 0) return <p className="text-ink-soft">{none}</p>;
  return (
    <ul className="-my-2 divide-y divide-line">
      {rows.map(({ key, link, title, note, isLate }) => (
        <li key={key}>
          {link({
            className:
              'flex min-h-11 flex-col justify-center gap-x-3 py-1.5 hover:text-accent-ink sm:flex-row sm:flex-wrap sm:items-center sm:justify-between',
            children: (
              <>
                <span className="font-medium">{title}</span>
                <span className="flex items-center gap-2 text-ink-soft text-sm tabular-nums">
                  {isLate && <ToneBadge tone="warning" label="Overdue" />}
                  {note}
                </span>
              </>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}
