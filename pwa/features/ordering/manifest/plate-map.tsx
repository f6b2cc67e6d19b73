import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { ManifestField } from '#db/ordering/manifest/manifest-columns.ts';
import type { ManifestCells } from '#db/ordering/manifest/manifest-row.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { PlateGrid, type WellContent } from '#pwa/ui/plate/plate-grid.tsx';
import {
  isEmptyRow,
  moveWell,
  parseBlock,
  pasteOnPlate,
  rowInWell,
  withoutRows,
  withSpace,
} from './draft-specimen-rows.ts';
import { columnsFor, onlyChoice } from './specimen-columns.ts';
import type { SpecimenRows } from './use-specimen-rows.ts';
import { WellPanel } from './well-panel.tsx';

const MOST_PLATES = 10;

/** Cell values of every new specimen where the service allows one value only. */
const presetCells = (draft: ShownDraft): ManifestCells => {
  const presets = (['providedSourceSpecies', 'providedSpecimenType'] as const).map(
    (field) => [field, onlyChoice(field, draft)] as const,
  );
  return Object.fromEntries(presets.filter(([, text]) => text !== ''));
};

function wellContents(
  { rows, manifestFaults }: SpecimenRows,
  plate: number,
  required: readonly ManifestField[],
): ReadonlyMap<string, WellContent> {
  const wrong = new Map(manifestFaults.map((manifestFault) => [manifestFault.row, manifestFault.problem]));
  return new Map(
    WELL_NAMES.flatMap((well): [string, WellContent][] => {
      const row = rowInWell(rows, plate, well);
      if (!row || isEmptyRow(row)) return [];
      const name = row.cells.customerSampleId || 'without a sample ID';
      const manifestFault = wrong.get(row.row);
      const isComplete = required.every((field) => row.cells[field]?.trim());
      const labelParts = [
        name,
        row.cells.providedSourceSpecies,
        row.cells.providedSpecimenType,
        isComplete ? null : 'incomplete',
        manifestFault,
      ];
      const label = labelParts.filter(Boolean).join(', ');
      return [
        [
          well,
          {
            label,
            tone: manifestFault ? 'danger' : isComplete ? 'success' : 'warning',
            mark: manifestFault ? '!' : isComplete ? '✓' : '…',
            short: name,
          },
        ],
      ];
    }),
  );
}

/** Handle pasting for the plate, unless a field has the focus. */
function usePlatePaste(onText: (text: string) => void): void {
  const takeText = useEffectEvent(onText);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      const text = event.clipboardData?.getData('text') ?? '';
      if (text.trim() === '') return;
      event.preventDefault();
      takeText(text);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

/** Move the focus to the name field of the selected well once it is rendered. */
function useNaming() {
  const field = useRef<HTMLInputElement>(null);
  const [focusCount, setFocusCount] = useState(0);
  useEffect(() => {
    if (focusCount === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [focusCount]);
  return { field, focus: () => setFocusCount((times) => times + 1) };
}

/** The plates of an order: wells are filled by typing and pasting, and moved by dragging. */
export function PlateMap({ draft, specimenRows }: { draft: ShownDraft; specimenRows: SpecimenRows }) {
  const { rows, change } = specimenRows;
  const usedPlates = Math.max(
    1,
    ...rows.map(({ cells }) => Math.min(MOST_PLATES, Number(cells.shipmentPlateNumber) || 1)),
  );
  const [added, setAdded] = useState(1);
  const [plate, setPlate] = useState(1);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['A1']));
  // True when the user named a well and continues in the name field of the next one.
  const naming = useNaming();
  const plates = Math.max(usedPlates, added);
  const required = columnsFor(draft, rows).flatMap(({ field, needed }) =>
    needed === 'never' ? [] : [field],
  );
  const more = presetCells(draft);
  const first = WELL_NAMES.find((well) => selected.has(well)) ?? 'A1';
  usePlatePaste((text) => {
    const at = { plate, well: first, more };
    const { leftover } = pasteOnPlate(rows, parseBlock(text), at);
    change((before) => pasteOnPlate(before, parseBlock(text), at).rows);
    if (leftover > 0) toast.warning(`${leftover} did not fit on plate ${plate} and were left out.`);
  });
  const clear = (wells: ReadonlySet<string>): void =>
    change((before) => {
      const clearedRows = [...wells].flatMap((well) => rowInWell(before, plate, well)?.row ?? []);
      return withSpace(withoutRows(before, new Set(clearedRows)), 1);
    });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Plate"
          value={String(plate)}
          options={Array.from({ length: plates }, (_, index) => ({
            value: String(index + 1),
            label: `Plate ${index + 1}`,
          }))}
          onChange={(next) => setPlate(Number(next))}
        />
        {plates < MOST_PLATES && (
          <Button
            icon={Plus}
            onClick={() => {
              setAdded(plates + 1);
              setPlate(plates + 1);
            }}
          >
            Add plate
          </Button>
        )}
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(16rem,1fr)]">
        <PlateGrid
          label={`Plate ${plate}`}
          wells={wellContents(specimenRows, plate, required)}
          selected={selected}
          onSelect={setSelected}
          onActivate={(well) => {
            setSelected(new Set([well]));
            naming.focus();
          }}
          onMove={(from, to) => change((before) => moveWell(before, plate, from, to))}
          onClear={clear}
        />
        <WellPanel
          key={plate}
          draft={draft}
          specimenRows={specimenRows}
          plate={plate}
          selected={selected}
          presetCells={more}
          nameField={naming.field}
          onNext={() => {
            const next = WELL_NAMES[WELL_NAMES.indexOf(first) + 1];
            if (next) setSelected(new Set([next]));
            naming.focus();
          }}
          onClear={() => clear(selected)}
        />
      </div>
      <p className="text-ink-soft text-sm">
        Paste a column of sample IDs and it runs down the plate from the chosen well: A1, B1 … H1, A2. A block
        from a spreadsheet keeps its shape. With the keyboard, Enter on a well leads to its sample ID, and
        Enter there to the next well.
      </p>
    </div>
  );
}
