import { Grid3x3, Inbox } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { ulid } from 'ulid';
import type { ControlType } from '#db/batches/batch-control.ts';
import { plateOf } from '#db/batches/find-batch.ts';
import { type Layout, missingControls, planFill, requiredControls } from '#db/batches/layout/plate-layout.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { NothingFound, SearchInput } from '#pwa/ui/list/list-controls.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { PlateChange } from './plate-change.ts';
import type { Candidate } from './plate-wells.ts';
import type { PlateEditing } from './use-plate-editing.ts';

/** Format the content of a fill: `5 samples and 1 control`. */
const formatFilled = (samples: number, controls: number, between = ' and '): string =>
  [samples > 0 && countOf(samples, 'sample'), controls > 0 && countOf(controls, 'control')]
    .filter(Boolean)
    .join(between);

/**
 * Plan the fill of the free wells column by column: samples in their order, then the missing controls; or
 * return why not.
 */
function planPlateFill(
  batchId: string,
  samples: readonly { id: string }[],
  controls: readonly ControlType[],
  layout: Layout,
): PlateChange | { refusal: string } {
  try {
    const plan = planFill(
      samples.map((row) => row.id),
      controls,
      layout,
    );
    const controlPlacements = plan.controls.map(({ controlType, well }) => ({
      controlId: ulid(),
      controlType,
      plateLocation: well,
    }));
    return {
      title: `Placed ${formatFilled(plan.samples.length, controlPlacements.length)}`,
      well: null,
      operation: {
        name: 'fill-plate',
        args: {
          batchId,
          samples: plan.samples.map(({ id, well }) => ({ sampleId: id, plateLocation: well })),
          controls: controlPlacements,
        },
      },
      undo: [
        ...controlPlacements.map(({ controlId }) => ({
          name: 'remove-control' as const,
          args: { batchId, controlId },
        })),
        ...plan.samples.map(({ id }) => ({
          name: 'unplace-sample' as const,
          args: { batchId, sampleId: id },
        })),
      ],
    };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}

const DRAG_FROM_PX = 6;

/**
 * Handle dragging a list row onto a well of the plate with a mouse or pen; touch users press Place instead.
 */
function useDropOnPlate(onDrop: (well: string) => void) {
  const start = useRef<{ x: number; y: number; dragging: boolean } | null>(null);
  const wellAt = (event: PointerEvent): string | undefined =>
    document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>('[role=grid] [data-position]')?.dataset['position'];
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const onButton = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (event.pointerType === 'touch' || event.button !== 0 || onButton) return;
      start.current = { x: event.clientX, y: event.clientY, dragging: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const from = start.current;
      if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_FROM_PX) return;
      from.dragging = true;
      event.currentTarget.style.opacity = '0.5';
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const dragged = start.current?.dragging === true;
      start.current = null;
      event.currentTarget.style.opacity = '';
      const well = dragged ? wellAt(event) : undefined;
      if (well !== undefined) onDrop(well);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>): void => {
      start.current = null;
      event.currentTarget.style.opacity = '';
    },
  };
}

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
        <EntityBadge entity={row.entity} />
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
        {reading && <Skeleton lines={4} label="Loading the queue" />}
        {!reading && rest.length === 0 && (
          <EmptyState icon={Inbox} title="No more samples for this procedure" />
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
