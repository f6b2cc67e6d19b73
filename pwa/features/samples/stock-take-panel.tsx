import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { freeSlots } from '#db/storage/free-slots.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { countOf } from '#pwa/format/counts.ts';
import { useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { useOffered } from './arrival.ts';
import { StartOver } from './start-over.tsx';
import { type Counted, FINDING_LOOK, notCounted, type StockSession } from './stock-take.ts';
import { useStockTake } from './use-stock-take.ts';

type Count = ReturnType<typeof useStockTake>;

/** Counts a place: what is here, what belongs elsewhere, what nobody knows, and what is missing at the end. */
export function StockTakePanel({ containerId }: { containerId?: string | undefined }) {
  const [asking, setAsking] = useState(false);
  const count = useStockTake(asking, setAsking);
  const { session, places } = count;
  useDirty((session?.counted.length ?? 0) > 0);
  const stored = useSamplesIn(session?.containerId ?? null) ?? [];
  const offered = session && containerId ? places?.byId.get(containerId) : undefined;
  useOffered(offered, session?.containerId === null, (place) => void count.start(place));
  if (!session || !places) return <Skeleton label="Reading this device" />;
  const container = session.containerId ? places.byId.get(session.containerId) : undefined;
  const missing = notCounted(session, stored);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <ScanStation
          label={
            container
              ? `Scan what is in ${container.name}; scan it again to finish`
              : 'Scan the place to count'
          }
          verdict={count.verdict}
        />
        {!container && offered && (
          <Button variant="primary" onClick={() => void count.start(offered)}>
            {`Count ${offered.name}`}
          </Button>
        )}
        {container && (
          <Button variant="primary" size="large" icon={Check} onClick={() => setAsking(true)}>
            Finish the count
          </Button>
        )}
        {container && <CountedList count={count} session={session} container={container} />}
      </div>
      {container && (
        <Section
          title={`${missing.length} expected and not yet seen`}
          actions={
            <StartOver
              title={`Start the count of ${container.name} over`}
              confirmLabel={`Drop ${countOf(session.counted.length, 'counted code')}`}
              lost={session.counted.length}
              onDrop={() => void count.drop()}
            />
          }
        >
          <div className="flex flex-col gap-3">
            <Progress
              label="Seen here"
              done={session.counted.filter((one) => one.finding === 'HERE').length}
              total={stored.filter((one) => one.custodianUserId === null).length}
            />
            <ul aria-label="Not yet seen" className="grid grid-cols-2 gap-x-4 gap-y-1">
              {missing.map((one) => (
                <li key={one.id} className="code">{`${one.barcode} ${one.storagePosition ?? ''}`}</li>
              ))}
            </ul>
          </div>
        </Section>
      )}
      {container && (
        <ConfirmDialog
          open={asking}
          title={`Finish the count of ${container.name}`}
          confirmLabel="Record this count"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void count.finish(container);
          }}
        >
          <Summary session={session} missing={missing.map((one) => one.barcode)} />
          <p>{`Scan ${container.name} again to record it, or another tube to go on.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function CountedList(props: { count: Count; session: StockSession; container: StorageManagement }) {
  const { count, session, container } = props;
  const stored = useSamplesIn(container.id) ?? [];
  const chosen = session.counted.map((one) => ({ storagePosition: one.position }));
  const free = freeSlots(container, [...stored, ...chosen]);
  return (
    <Section title={`${session.counted.length} counted`}>
      {session.counted.length === 0 ? (
        <p className="text-ink-soft">Nothing yet.</p>
      ) : (
        <ol aria-label="Counted" className="divide-y divide-line">
          {session.counted.toReversed().map((one) => (
            <CountedRow key={one.code} one={one} free={free} count={count} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function CountedRow({ one, free, count }: { one: Counted; free: readonly string[]; count: Count }) {
  const look = FINDING_LOOK[one.finding];
  const movable = one.finding === 'ELSEWHERE' || one.finding === 'NO_PLACE';
  const id = useId();
  const accepted = one.decision === 'ACCEPT_MOVE';
  const options = (one.position === null ? free : [one.position, ...free]).map((value) => ({
    value,
    label: value,
  }));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2" data-finding={one.finding}>
      <StatusBadge tone={look.tone} label={look.label} />
      <span className="code font-semibold">{one.code}</span>
      <span className="min-w-0 flex-1 basis-32 text-ink-soft text-sm">{one.recorded}</span>
      {movable && (
        <div className="flex w-full flex-wrap items-center gap-2">
          <Button
            aria-pressed={accepted}
            variant={accepted ? 'primary' : 'secondary'}
            onClick={() =>
              void count.decide(one.code, {
                decision: accepted ? 'LEAVE' : 'ACCEPT_MOVE',
                position: accepted ? null : (free[0] ?? null),
              })
            }
          >
            {accepted ? 'Accepted: it stays here' : 'Accept: it stays here'}
          </Button>
          {accepted && options.length > 0 && (
            <span className="flex items-center gap-2">
              <label htmlFor={id} className="text-sm">
                Position
              </label>
              <Select
                id={id}
                options={options}
                value={one.position ?? ''}
                placeholder="None"
                onChange={(position) =>
                  void count.decide(one.code, { position: position === '' ? null : position })
                }
              />
            </span>
          )}
        </div>
      )}
    </li>
  );
}

function Summary({ session, missing }: { session: StockSession; missing: readonly string[] }) {
  const of = (finding: Counted['finding']): number =>
    session.counted.filter((one) => one.finding === finding).length;
  const moves = session.counted.filter((one) => one.decision === 'ACCEPT_MOVE').length;
  return (
    <div className="flex flex-col gap-2">
      <p>{`${of('HERE')} here, ${of('ELSEWHERE') + of('NO_PLACE')} from elsewhere or nowhere (${moves} accepted), ${of('UNKNOWN')} unknown ${of('UNKNOWN') === 1 ? 'code' : 'codes'}.`}</p>
      {missing.length === 0 ? (
        <p>Nothing is missing.</p>
      ) : (
        <>
          <p className="font-medium">{`${missing.length} expected but missing. They will be marked as not found:`}</p>
          <ul aria-label="Missing" className="grid grid-cols-2 gap-x-4">
            {missing.map((barcode) => (
              <li key={barcode} className="code">
                {barcode}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
