import { Check } from 'lucide-react';
import { memo, useId, useMemo } from 'react';
import type { Sample } from '#db/samples/sample.ts';
import { freeSlots } from '#db/storage/free-slots.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { usePreselection } from './deep-link.ts';
import { ManyMissingDialog, StartOver, useFinishStep } from './finish-or-start-over.tsx';
import {
  type CountedItem,
  expectedCount,
  FINDING_DISPLAY,
  findUncounted,
  type StockSession,
  useStockTake,
} from './stock-take.ts';

type Decide = (code: string, change: Partial<Pick<CountedItem, 'decision' | 'position'>>) => Promise<void>;

const NO_PLACES: readonly string[] = [];

interface CountedListProps {
  session: StockSession;
  container: StorageManagement;
  containerSamples: readonly Sample[];
  decide: Decide;
}

/** Counted samples, newest first; samples recorded elsewhere can be accepted here. */
function CountedList({ session, container, containerSamples, decide }: CountedListProps) {
  const { counted: countedItems } = session;
  const free = useMemo(() => {
    const plannedSlots = countedItems.map((one) => ({ storagePosition: one.position }));
    return freeSlots(container, [...containerSamples, ...plannedSlots]);
  }, [container, containerSamples, countedItems]);
  return (
    <Section title={`${countedItems.length} counted`}>
      {countedItems.length === 0 ? (
        <p className="text-ink-soft">Nothing yet.</p>
      ) : (
        <ol aria-label="Counted" className="divide-y divide-line">
          {countedItems.toReversed().map((one) => (
            <CountedRow key={one.code} one={one} free={isMovable(one) ? free : NO_PLACES} decide={decide} />
          ))}
        </ol>
      )}
    </Section>
  );
}

const isMovable = ({ finding }: CountedItem): boolean => finding === 'ELSEWHERE' || finding === 'NO_PLACE';

interface CountedRowProps {
  one: CountedItem;
  free: readonly string[];
  decide: Decide;
}

// Each row is memoized, so that a scan renders only its own row.
const CountedRow = memo(function CountedRow({ one, free, decide }: CountedRowProps) {
  const display = FINDING_DISPLAY[one.finding];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2" data-finding={one.finding}>
      <ToneBadge tone={display.tone} label={display.label} />
      <span className="code font-semibold">{one.code}</span>
      <span className="min-w-0 flex-1 basis-32 text-ink-soft text-sm">{one.recorded}</span>
      {isMovable(one) && <Movable one={one} free={free} decide={decide} />}
    </li>
  );
});

function Movable({ one, free, decide }: CountedRowProps) {
  const id = useId();
  const accepted = one.decision === 'ACCEPT_MOVE';
  const options = (one.position === null ? free : [one.position, ...free]).map((value) => ({
    value,
    label: value,
  }));
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <Button
        aria-pressed={accepted}
        command={accepted ? [] : 'ACCEPT'}
        variant={accepted ? 'primary' : 'secondary'}
        onClick={() =>
          void decide(one.code, {
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
            onChange={(position) => void decide(one.code, { position: position === '' ? null : position })}
          />
        </span>
      )}
    </div>
  );
}

/** Counts a location: tubes here, tubes recorded elsewhere, unknown codes, and missing tubes at the end. */
export function StockTakePanel({ containerId }: { containerId?: string | undefined }) {
  const question = useFinishStep();
  const count = useStockTake(question);
  const { session, places } = count;
  useDirty((session?.counted.length ?? 0) > 0);
  const containerSamples = useSamplesIn(session?.containerId ?? null) ?? [];
  const preselected = session && containerId ? places?.byId.get(containerId) : undefined;
  usePreselection(preselected, session?.containerId === null, (place) => void count.start(place));
  if (!session || !places) return <Skeleton label="Loading" />;
  const container = session.containerId ? places.byId.get(session.containerId) : undefined;
  const missing = findUncounted(session, containerSamples);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <ScanStation
          label={
            container
              ? `Scan what is in ${container.name}; scan it again to finish`
              : 'Scan the location to count'
          }
          verdict={count.verdict}
        />
        {!container && preselected && (
          <Button variant="primary" onClick={() => void count.start(preselected)}>
            {`Count ${preselected.name}`}
          </Button>
        )}
        {container && (
          <Button
            variant="primary"
            size="large"
            icon={Check}
            command="OK"
            onClick={() => question.set('FINISH')}
          >
            Finish the count
          </Button>
        )}
        {container && (
          <CountedList
            session={session}
            container={container}
            containerSamples={containerSamples}
            decide={count.decide}
          />
        )}
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
              total={expectedCount(containerSamples)}
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
          open={question.step === 'FINISH'}
          title={`Finish the count of ${container.name}`}
          confirmLabel="Record this count"
          onClose={() => question.set('NONE')}
          onConfirm={() => void count.agree(container)}
        >
          <Summary session={session} missing={missing.map((one) => one.barcode)} />
          <p>{`Scan ${container.name} again to record it, or another tube to continue.`}</p>
        </ConfirmDialog>
      )}
      {container && (
        <ManyMissingDialog
          open={question.step === 'MISSING'}
          place={container.name}
          missing={missing.length}
          expected={expectedCount(containerSamples)}
          onClose={() => question.set('NONE')}
          onConfirm={() => void count.agree(container)}
        />
      )}
    </div>
  );
}

function Summary({ session, missing }: { session: StockSession; missing: readonly string[] }) {
  const of = (finding: CountedItem['finding']): number =>
    session.counted.filter((one) => one.finding === finding).length;
  const moves = session.counted.filter((one) => one.decision === 'ACCEPT_MOVE').length;
  return (
    <div className="flex flex-col gap-2">
      <p>{`${of('HERE')} here, ${of('ELSEWHERE') + of('NO_PLACE')} from elsewhere or nowhere (${moves} accepted), ${of('UNKNOWN')} unknown ${of('UNKNOWN') === 1 ? 'code' : 'codes'}.`}</p>
      {missing.length === 0 ? (
        <p>Nothing is missing.</p>
      ) : (
        <>
          <p className="font-medium">{`${missing.length} expected but missing. These will be marked as not found:`}</p>
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
