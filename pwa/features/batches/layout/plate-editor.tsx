import { CopyPlus, LogOut, Move, Plus, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { CONTROL_TYPE_LABEL, CONTROL_TYPES } from '#db/batches/batch-control.ts';
import { requiredControls } from '#db/batches/layout/plate-layout.ts';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { ScanBar } from '#pwa/scanning/scan-station.tsx';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { useEntitySuffix } from '#pwa/ui/entity-badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { ColorLegend } from '#pwa/ui/plate/color-legend.tsx';
import { PlateGrid } from '#pwa/ui/plate/plate-grid.tsx';
import { SampleInspector } from '#pwa/ui/plate/sample-inspector.tsx';
import { usePictureColors } from '#pwa/ui/plate/use-picture-colors.ts';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { DnaBarcodesPanel } from './dna-barcodes-panel.tsx';
import { plateWells } from './plate-wells.ts';
import { type PlateEditing, useFocusFreeWell, usePlateEditing } from './use-plate-editing.ts';
import { WaitingTubes } from './waiting-tubes.tsx';
import { WellSpecimen } from './well-specimen.tsx';

/** The controls that the procedure requires, and those on the plate. */
function ControlsPanel({ view, editing }: { view: BatchView; editing: PlateEditing }) {
  const required = requiredControls(view.procedure);
  return (
    <Section title="Controls">
      <ul className="flex flex-col divide-y divide-line">
        {CONTROL_TYPES.map((type) => {
          const wells = view.controls
            .filter((row) => row.controlType === type)
            .map((row) => row.plateLocation);
          const enough = wells.length >= required[type];
          return (
            <li key={type} className="flex flex-wrap items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                {CONTROL_TYPE_LABEL[type].label}
                <span className="block text-ink-soft text-sm">
                  {wells.length > 0 ? wells.join(', ') : required[type] === 0 ? 'Not required' : 'Not placed'}
                </span>
              </span>
              {required[type] > 0 && (
                <ToneBadge
                  tone={enough ? 'success' : 'warning'}
                  label={`${wells.length} of ${required[type]}`}
                />
              )}
              {!editing.locked && (
                <Button
                  icon={Plus}
                  aria-label={`Place a ${CONTROL_TYPE_LABEL[type].label.toLowerCase()}`}
                  onClick={() => editing.pick({ kind: 'control', controlType: type })}
                >
                  Place
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** What the selected wells hold, and the actions on them. */
function WellInspector({ view, editing }: { view: BatchView; editing: PlateEditing }) {
  const { selected, locked } = editing;
  const filled = [...selected].filter((well) => view.layout.has(well));
  const [only] = filled;
  const tube = filled.length === 1 ? view.samples.find((row) => row.plateLocation === only) : undefined;
  const control = filled.length === 1 ? view.controls.find((row) => row.plateLocation === only) : undefined;
  const title =
    filled.length > 1
      ? `${filled.length} filled wells selected`
      : (only ?? (selected.size === 1 ? [...selected].join('') : 'Selected well'));
  return (
    <Section title={title}>
      <div className="flex flex-col gap-3">
        {filled.length === 0 && (
          <p className="text-ink-soft">{selected.size > 0 ? 'Empty' : 'Select a well to see its sample.'}</p>
        )}
        {tube && (
          <>
            <SampleInspector row={tube} />
            <WellSpecimen specimenId={tube.specimenId} />
          </>
        )}
        {control && (
          <p>
            {control.name}
            {control.dnaBarcode && <span className="text-ink-soft">{` · ${control.dnaBarcode}`}</span>}
          </p>
        )}
        {!locked && only !== undefined && (
          <div className="flex flex-wrap gap-2">
            {filled.length > 1 && (
              <Button icon={Move} onClick={() => editing.pick({ kind: 'well', well: only })}>
                Move selection
              </Button>
            )}
            {tube && tube.duplicateOfSampleId === null && (
              <Button icon={CopyPlus} onClick={() => editing.pick({ kind: 'duplicate', of: tube })}>
                Add duplicate
              </Button>
            )}
            <Button icon={LogOut} onClick={() => editing.takeOff(new Set(filled))}>
              Take off the plate
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}

/** The held item, with the button for the next free well within reach of the thumb. */
function Holding({ editing }: { editing: PlateEditing }) {
  const { picked, holding, nextFree } = editing;
  if (!picked) return null;
  return (
    // This element is sticky: the item was picked up below the plate, and its well is on the plate.
    <div className="sticky top-15 z-10 rounded-lg bg-surface shadow-raised">
      <Notice
        tone="info"
        title={`${holding}: choose its well`}
        action={
          <div className="flex flex-wrap gap-2">
            {nextFree && (
              <Button
                variant="primary"
                command="OK"
                onClick={() => void editing.placeHeldItem(nextFree)}
              >{`Put in ${nextFree}`}</Button>
            )}
            <Button icon={X} command="CANCEL" onClick={() => editing.pick(null)}>
              Cancel
            </Button>
          </div>
        }
      >
        <p>Scan the label of the well, press it on the plate, or type its name.</p>
      </Notice>
    </div>
  );
}

/** The conflict in which the tube of the last verdict lost its well, once the server has reported it. */
function findLostWell(view: BatchView, sampleId: string | null) {
  const tube = view.samples.find((row) => row.id === sampleId && row.plateLocation === null);
  const conflict = tube && view.conflicts.find((one) => one.targetId === tube.id);
  return tube && conflict ? { title: `${tube.barcode} has lost its well`, detail: conflict.action } : null;
}

interface AnswerProps {
  editing: PlateEditing;
  view: BatchView;
  /** The change is undone, and the pressed button is gone. */
  onTakenBack(): void;
}

function Answer({ editing, view, onTakenBack }: AnswerProps) {
  const { answer, takeBack } = editing.operations;
  // A locked layout cannot be undone either.
  const undo = editing.locked ? null : editing.operations.undo;
  const lost = findLostWell(view, answer?.sampleId ?? null);
  return (
    <>
      {lost && <ScanVerdict verdict="warning" scanKey="lost" {...lost} />}
      {answer && !lost && (
        <ScanVerdict
          verdict={answer.verdict}
          title={answer.title}
          detail={answer.detail}
          scanKey={answer.n}
          actions={
            undo && (
              <Button icon={Undo2} command="UNDO" onClick={() => void takeBack().then(onTakenBack)}>
                {undo.title === answer.title ? 'Undo' : `Undo: ${undo.title}`}
              </Button>
            )
          }
        />
      )}
    </>
  );
}

/** The plate of a batch: laid out by scan, by hand, by keyboard or all at once, until the batch starts. */
export function PlateEditor({ view, well }: { view: BatchView; well?: string }) {
  const editing = usePlateEditing(view, well);
  const { locked, selected } = editing;
  const coloring = usePictureColors(
    useMemo(
      () =>
        new Map(
          view.samples.flatMap((row) =>
            row.plateLocation === null ? [] : [[row.plateLocation, row] as const],
          ),
        ),
      [view.samples],
    ),
  );
  const entitySuffix = useEntitySuffix();
  const wells = plateWells({ ...view, locked, entitySuffix, coloring }, editing.operations.problems);
  const page = useRef<HTMLDivElement>(null);
  useFocusFreeWell(page, editing.picked, editing.pickedBy, editing.nextFree);
  // The focus returns to the plate for keyboard users.
  const backToPlate = (): void => {
    if (document.activeElement === document.body)
      page.current
        ?.querySelector<HTMLElement>('[data-position][tabindex="0"]')
        ?.focus({ preventScroll: true });
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && editing.picked) editing.pick(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape puts back what is held, wherever the focus is
    <div ref={page} className="flex flex-col gap-4" onKeyDown={key}>
      {locked && (
        <Notice tone="info" title={editing.lockedText}>
          <p>Scan a tube to see its well.</p>
        </Notice>
      )}
      <Answer editing={editing} view={view} onTakenBack={backToPlate} />
      <Holding editing={editing} />
      <ScanBar label={locked ? 'Scan a tube' : 'Scan a tube, then its well'} autoFocus />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(20rem,3fr)]">
        <Section title="Plate">
          <PlateGrid
            label={`Plate of ${view.batch.julianId}`}
            wells={wells}
            selected={selected}
            onSelect={editing.press}
            onActivate={editing.activate}
            {...(locked ? {} : { onMove: editing.move, onClear: editing.takeOff })}
          />
          <ColorLegend coloring={coloring} shape="well" />
        </Section>
        <div className="flex min-w-0 flex-col gap-4">
          <WellInspector view={view} editing={editing} />
          {!locked && <WaitingTubes editing={editing} view={view} />}
          <ControlsPanel editing={editing} view={view} />
          <DnaBarcodesPanel view={view} operations={editing.operations} />
        </div>
      </div>
    </div>
  );
}
