import { Grid3x3, Inbox } from 'lucide-react';
import { useRef, useState } from 'react';
import { plateOf } from '#db/batches/find-batch.ts';
import { missingControls, requiredControls } from '#db/batches/plate-layout.ts';
import type { Sample } from '#db/samples/sample.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { NothingFound } from '#pwa/ui/list/nothing-found.tsx';
import { SearchInput } from '#pwa/ui/list/search-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { BatchView } from './batch-view.ts';
import { formatFilled, planPlateFill } from './plan-plate-fill.ts';
import type { Candidate } from './plate-candidates.ts';
import { useDropOnPlate } from './use-drop-on-plate.ts';
import type { PlateEditing } from './use-plate-editing.ts';

const MAX_VISIBLE = 30;

interface TubeLineProps {
  row: Sample;
  problem: string | null;
  editing: PlateEditing;
  note?: string | null | undefined;
}

function TubeLine({ row, problem, editing, note }: TubeLineProps) {
  const drop = useDropOnPlate((well) => editing.putTube(row, well));
  const isPicked = editing.picked?.kind === 'tube' && editing.picked.row.id === row.id;
  return (
    <li
      className={`flex items-center gap-2 px-2 py-1 ${isPicked ? 'bg-accent-soft' : ''} ${problem ? '' : 'md:cursor-grab'}`}
      {...(problem ? {} : drop)}
    >
      <span className="min-w-0 flex-1">
        <span className="code">{row.barcode}</span>
        {(problem ?? note) && <span className="block text-ink-soft text-sm">{problem ?? note}</span>}
      </span>
      {!problem && (
        <Button
          aria-label={`Place ${row.barcode}`}
          aria-pressed={isPicked}
          onClick={() => editing.pick(isPicked ? null : { kind: 'tube', row })}
        >
          Place
        </Button>
      )}
    </li>
  );
}

/** Tubes whose well another user took: they are in the batch and need another well. */
function Unplaced({ view, editing }: { view: BatchView; editing: PlateEditing }) {
  const unplaced = view.samples.filter((row) => row.plateLocation === null);
  if (unplaced.length === 0) return null;
  return (
    <Section title={`Unplaced (${unplaced.length})`}>
      <Notice tone="warning" title="These tubes are in the batch and have no well">
        <p>Choose a well for each. What stays here goes back to the queue when the batch starts.</p>
      </Notice>
      <ul className="-mx-2 mt-2 divide-y divide-line">
        {unplaced.map((row) => (
          <TubeLine
            key={row.id}
            row={row}
            problem={null}
            editing={editing}
            note={view.conflicts.find((one) => one.targetId === row.id)?.action}
          />
        ))}
      </ul>
    </Section>
  );
}

const missingIn = (view: BatchView, controls: BatchView['controls']) =>
  missingControls(
    requiredControls(view.procedure),
    controls.map((row) => row.controlType),
  );

function useFill(view: BatchView, editing: PlateEditing, ready: readonly Candidate[]) {
  const missing = missingIn(view, view.controls);
  const ask = useAskRules();
  const fill = async (): Promise<void> => {
    // The current plate is read, because a tube may have been placed since the last render.
    const plate = (await ask((tx) => plateOf(tx, view.batch.id))) ?? view;
    const placedIds = new Set(plate.samples.map((row) => row.id));
    const planned = planPlateFill(
      view.batch.id,
      ready.map((one) => one.row).filter((row) => !placedIds.has(row.id)),
      missingIn(view, plate.controls),
      plate.layout,
    );
    if ('refusal' in planned) return editing.operations.showAnswer('error', planned.refusal);
    if (await editing.perform(planned)) await editing.plateSelection.clear();
  };
  const amount = ready.length + missing.length;
  return { fill, label: `Fill ${amount} ${amount === 1 ? 'well' : 'wells'}`, missing: missing.length };
}

/** The tubes that wait for this plate: those selected in the queue first, then the rest of the queue. */
export function WaitingTubes({ view, editing }: { view: BatchView; editing: PlateEditing }) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    setQuery('');
    box.current?.focus();
  };
  const { candidates, plateSelection } = editing;
  // A fill before both are read would leave out the selected tubes.
  const reading = candidates === undefined || plateSelection.value === undefined;
  const ids = plateSelection.value ?? [];
  const all = candidates ?? [];
  const picked = ids.flatMap((id) => all.find((one) => one.row.id === id) ?? []);
  const ready = picked.filter((one) => one.problem === null);
  const rest = all.filter((one) => !ids.includes(one.row.id));
  const matchingTubes = rest.filter((one) =>
    one.row.barcode.toLowerCase().includes(query.trim().toLowerCase()),
  );
  const filling = useFill(view, editing, ready);
  const choose = (more: readonly Candidate[]): void =>
    void plateSelection.save([...new Set([...ids, ...more.map((one) => one.row.id)])].slice(0, 96));
  return (
    <>
      <Unplaced view={view} editing={editing} />
      {!reading && (picked.length > 0 || filling.missing > 0) && (
        <Section
          title={`Chosen (${picked.length})`}
          actions={
            <Button variant="primary" icon={Grid3x3} onClick={() => void filling.fill()}>
              {filling.label}
            </Button>
          }
        >
          <p className="text-ink-soft text-sm">
            {`Down the columns from the first free well: ${formatFilled(ready.length, filling.missing, ', then ')}.`}
          </p>
          <ul className="-mx-2 mt-1 max-h-80 divide-y divide-line overflow-y-auto">
            {picked.map((one) => (
              <TubeLine key={one.row.id} {...one} editing={editing} />
            ))}
          </ul>
        </Section>
      )}
      <Section
        title={reading ? 'In the queue' : `In the queue (${rest.length})`}
        actions={
          rest.some((one) => one.problem === null) && (
            <Button onClick={() => choose(rest.filter((one) => one.problem === null))}>Choose all</Button>
          )
        }
      >
        {rest.length > 8 && (
          <SearchInput ref={box} value={query} onChange={setQuery} label="Search the queue" />
        )}
        {reading && <Skeleton lines={4} label="Reading the queue" />}
        {!reading && rest.length === 0 && (
          <EmptyState icon={Inbox} title="Nothing more waits for this procedure" />
        )}
        {rest.length > 0 && matchingTubes.length === 0 && <NothingFound onClear={clear} />}
        <ul className="-mx-2 mt-1 max-h-80 divide-y divide-line overflow-y-auto">
          {matchingTubes.slice(0, MAX_VISIBLE).map((one) => (
            <TubeLine key={one.row.id} {...one} editing={editing} />
          ))}
        </ul>
        {matchingTubes.length > MAX_VISIBLE && (
          <p className="pt-2 text-ink-soft text-sm">{`${matchingTubes.length - MAX_VISIBLE} more: search to see them.`}</p>
        )}
      </Section>
    </>
  );
}
