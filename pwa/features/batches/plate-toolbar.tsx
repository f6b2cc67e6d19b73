import { CopyPlus, LogOut, Move } from 'lucide-react';
import { Button } from '#pwa/ui/button.tsx';
import type { BatchView } from './batch-view.ts';
import type { PlateEditing } from './use-plate-editing.ts';

/** The actions on the selected wells. */
export function PlateToolbar({ view, editing }: { view: BatchView; editing: PlateEditing }) {
  const { selected, locked } = editing;
  const filled = [...selected].filter((well) => view.layout.has(well));
  const [only] = filled;
  const tube = filled.length === 1 ? view.samples.find((row) => row.plateLocation === only) : undefined;
  const control = filled.length === 1 ? view.controls.find((row) => row.plateLocation === only) : undefined;
  if (filled.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 border-line border-t pt-3">
      <p className="min-w-0 basis-full">
        <span className="font-semibold">
          {filled.length === 1 ? only : `${filled.length} filled wells selected`}
        </span>{' '}
        {tube && (
          <a className="code underline underline-offset-2" href={`/lab/samples/${tube.id}`}>
            {tube.barcode}
          </a>
        )}
        {control && <span>{control.name}</span>}
        {tube?.dnaBarcode && <span className="text-ink-soft">{` · ${tube.dnaBarcode}`}</span>}
      </p>
      {!locked && only !== undefined && (
        <>
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
        </>
      )}
    </div>
  );
}
