import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { HomeRows } from '#pwa/app/home/home-rows.tsx';
import { countOf } from '#pwa/format/numbers.ts';
import { useLoadedOnce } from '#pwa/replica/hooks/use-loaded-once.ts';
import { usePeopleNames } from '#pwa/replica/hooks/use-places.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { useOnlinePart } from '#pwa/ui/use-online-part.tsx';
import { type BatchProgress, type LabOverview as Overview, readOverview } from './read-overview.ts';
import { WorkByStage } from './work-by-stage.tsx';

const PREVIEW_ROWS = 8;

interface PartProps {
  overview: Overview;
  opens(path: string): boolean;
}

function OrdersAtRisk({ overview: { ordersAtRisk }, opens }: PartProps) {
  if (!opens('/lab/orders')) return null;
  return (
    <Section title="Orders at risk">
      <HomeRows
        none="All orders are on time."
        rows={ordersAtRisk.slice(0, PREVIEW_ROWS).map(({ id, orderNumber, dueAt, late, specimens }) => ({
          key: id,
          link: (row) => <Link to="/lab/orders/$id" params={{ id }} {...row} />,
          title: orderNumber,
          badge: late ? { tone: 'danger', label: 'Late' } : undefined,
          note: (
            <>
              {countOf(specimens, 'specimen')}, due <Time value={dueAt} />
            </>
          ),
        }))}
      />
      {ordersAtRisk.length > PREVIEW_ROWS && (
        <p className="mt-3 text-ink-soft text-sm">{`And ${ordersAtRisk.length - PREVIEW_ROWS} more`}</p>
      )}
    </Section>
  );
}

const stateOf = ({ started, sections, completedSections }: BatchProgress): string =>
  started ? `${completedSections} of ${countOf(sections, 'section')} complete` : 'Draft layout';

function OpenBatches({ overview: { batches }, opens }: PartProps) {
  const nameOf = usePeopleNames();
  if (!opens('/lab/batches')) return null;
  return (
    <Section title="Open batches">
      <HomeRows
        none="No open batches."
        rows={batches.slice(0, PREVIEW_ROWS).map((each) => ({
          key: each.id,
          link: (row) => <Link to="/lab/batches/$batchId" params={{ batchId: each.id }} {...row} />,
          title: `${each.julianId} ${each.name}`,
          note: [stateOf(each), each.ownerIds.map(nameOf).join(', ') || 'unassigned'].join(' · '),
        }))}
      />
      {batches.length > PREVIEW_ROWS && (
        <Link to="/lab/batches" className="inline-flex min-h-11 items-center underline underline-offset-2">
          View all
        </Link>
      )}
    </Section>
  );
}

// The home starts without the code of hover cards.
const BenchPerson = lazyComponent(
  async () => (await import('#pwa/navigation/bench-names.tsx')).BenchPerson,
  ({ name }) => name,
);

function Loads({ overview: { loads } }: PartProps) {
  const nameOf = usePeopleNames();
  const maximum = Math.max(1, ...loads.map(({ sections }) => sections));
  return (
    <Section title="Work by user">
      {loads.length === 0 && <p className="text-ink-soft">No open sections.</p>}
      <ul className="flex flex-col gap-2" data-tone="progress">
        {loads.map(({ userId, sections, checkedOut }) => (
          <li key={userId ?? 'nobody'}>
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">
                {userId === null ? 'Unassigned' : <BenchPerson userId={userId} name={nameOf(userId)} />}
              </span>
              <span className="text-ink-soft text-sm tabular-nums">
                {[
                  countOf(sections, 'open section'),
                  checkedOut > 0 && `${countOf(checkedOut, 'sample')} checked out`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span
              aria-hidden
              className="block h-2 rounded-sm bg-tone"
              style={{ width: `${(sections / maximum) * 100}%` }}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Failures({ overview: { failures } }: PartProps) {
  const sum = failures.reduce((total, { count }) => total + count, 0);
  return (
    <Section title="Failed samples, last 7 days">
      {sum === 0 ? (
        <p className="text-ink-soft">No failed samples.</p>
      ) : (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
          {failures.map(({ reason, count }) => (
            <div key={reason} className="contents">
              <dt>{reason}</dt>
              <dd className="text-right font-medium">{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/**
 * Read the state of the lab's work for managers and directors: undefined while it is read, null where it is not
 * shown, `fetching` while this device loads the lab for the first time, which would look finished. Once read, it stays
 * while changes arrive.
 */
export function useLabOverview(isShown: boolean): Overview | 'fetching' | null | undefined {
  const loadedOnce = useLoadedOnce();
  // A change of the minute alone reads nothing again.
  const hour = Math.floor(useNow() / 3_600_000);
  const overview = useRuleRead(
    ['specimens', 'samples', 'orders', 'batches', 'assigned-sections', 'procedures'],
    `lab overview ${hour} ${isShown}`,
    async (tx) => (isShown ? readOverview(tx, Date.now()) : null),
  );
  const [last, setLast] = useState<Overview | null>(null);
  if (overview && overview !== last && loadedOnce) setLast(overview);
  if (!isShown) return null;
  return last ?? (overview && loadedOnce === false ? 'fetching' : overview === null ? null : undefined);
}

const loadDevices = () => import('./online-devices.tsx').then((module) => module.OnlineDevices);

/** The devices with unsent work, for who manages devices; only the server knows them. */
export function DevicesWhenConnected() {
  const { reachable } = useSyncStatus();
  const { part: Devices } = useOnlinePart(reachable, loadDevices);
  return reachable && Devices ? <Devices /> : null;
}

/** The state of the lab's work for managers and directors, read from this device. */
export function LabOverview(part: PartProps) {
  const { overview, opens } = part;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <WorkByStage stages={overview.stages} canOpen={opens('/lab/queue')} />
        <OpenBatches {...part} />
      </div>
      <div className="grid min-w-0 gap-4">
        <OrdersAtRisk {...part} />
        <Loads {...part} />
        <Failures {...part} />
      </div>
    </div>
  );
}
