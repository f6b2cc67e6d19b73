import { memo, useId, useMemo } from 'react';
import type { Sample } from '#db/samples/sample.ts';
import { freeSlots } from '#db/storage/free-slots.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { type CountedItem, FINDING_DISPLAY, type StockSession } from './stock-take.ts';

type Decide = (code: string, change: Partial<Pick<CountedItem, 'decision' | 'position'>>) => Promise<void>;

const NO_PLACES: readonly string[] = [];

interface CountedListProps {
  session: StockSession;
  container: StorageManagement;
  containerSamples: readonly Sample[];
  decide: Decide;
}

/** Counted samples, newest first; samples recorded elsewhere can be accepted here. */
export function CountedList({ session, container, containerSamples, decide }: CountedListProps) {
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
