import { ulid } from 'ulid';
import { type BatchControl, CONTROL_TYPE_LABEL, type ControlType } from '#db/batches/batch-control.ts';
import { type Layout, swapWells } from '#db/batches/layout/plate-layout.ts';
import { seenWells } from '#db/batches/layout/seen-layout.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import type { Sample } from '#db/samples/sample.ts';

/** A change of the plate with its undo. */
export interface PlateChange {
  /** The change in a few words. */
  title: string;
  /** The well where a refusal is shown. */
  well: string | null;
  operation: BenchCall;
  /** Null when the change cannot be undone. */
  undo: readonly BenchCall[] | null;
}

const nameAt = (layout: Layout, well: string, names: ReadonlyMap<string, string>): string =>
  names.get(layout.get(well)?.id ?? '') ?? well;

/** Build the move of one well, or of a selection that keeps its shape; onto an occupied well it is a swap. */
export function planMove(
  batchId: string,
  layout: Layout,
  selected: ReadonlySet<string>,
  from: string,
  to: string,
  names: ReadonlyMap<string, string>,
): PlateChange {
  const wells = [...selected].filter((well) => layout.has(well));
  if (wells.length > 1 && selected.has(from)) {
    const moved = wells.flatMap((well) => shiftedWell(well, from, to) ?? []);
    return {
      title: `Moved ${wells.length} wells`,
      well: to,
      operation: {
        name: 'move-wells',
        args: { batchId, wells, from, to, seen: seenWells(layout, [...new Set([...wells, ...moved])]) },
      },
      // Without the wells as seen, the history shows which tubes the undo means: this move is in it.
      undo: [{ name: 'move-wells', args: { batchId, wells: moved, from: to, to: from } }],
    };
  }
  const swapped = layout.has(to);
  return {
    title: swapped
      ? `Swapped ${nameAt(layout, from, names)} (now ${to}) and ${nameAt(layout, to, names)} (now ${from})`
      : `${nameAt(layout, from, names)} is in ${to}`,
    well: to,
    operation: { name: 'swap-wells', args: { batchId, from, to, seen: seenWells(layout, [from, to]) } },
    undo: [
      {
        name: 'swap-wells',
        args: { batchId, from: to, to: from, seen: seenWells(swapWells(layout, from, to), [from, to]) },
      },
    ],
  };
}

/** Move a well by the same step as `from` to `to`; undefined outside the plate. */
function shiftedWell(well: string, from: string, to: string): string | undefined {
  const at = (name: string) => ({ row: name.charCodeAt(0), column: Number(name.slice(1)) });
  const [a, b, c] = [at(well), at(from), at(to)];
  const row = a.row + c.row - b.row;
  const column = a.column + c.column - b.column;
  return row >= 65 && row <= 72 && column >= 1 && column <= 12
    ? `${String.fromCharCode(row)}${column}`
    : undefined;
}

/** Return the wells of a selection after a move, so that it stays selected. */
export const movedSelection = (
  selected: ReadonlySet<string>,
  from: string,
  to: string,
): ReadonlySet<string> =>
  selected.size > 1 && selected.has(from)
    ? new Set([...selected].flatMap((well) => shiftedWell(well, from, to) ?? []))
    : new Set([to]);

/** Build the placement of a tube from the queue, from Unplaced or from another well. */
export function planPlacement(
  batchId: string,
  tube: { id: string; barcode: string; plateLocation: string | null; batchId: string | null },
  well: string,
): PlateChange {
  const isInBatch = tube.batchId === batchId;
  const undoCall: BenchCall | null = !isInBatch
    ? { name: 'unplace-sample', args: { batchId, sampleId: tube.id } }
    : tube.plateLocation === null
      ? null
      : { name: 'place-sample', args: { batchId, sampleId: tube.id, plateLocation: tube.plateLocation } };
  return {
    title: `${tube.barcode} is in ${well}`,
    well,
    operation: { name: 'place-sample', args: { batchId, sampleId: tube.id, plateLocation: well } },
    undo: undoCall === null ? null : [undoCall],
  };
}

/**
 * Build the undo of a removal: a tube and a control return with their DNA barcode. A duplicate exists for its
 * well only; it is created again.
 */
export function planPutBack(
  batchId: string,
  well: string,
  tube: Sample | undefined,
  control: BatchControl | undefined,
): BenchCall[] {
  const buildBarcodeCalls = (id: string, dnaBarcode: string | null): BenchCall[] =>
    dnaBarcode === null
      ? []
      : [{ name: 'set-dna-barcodes', args: { batchId, barcodes: [{ id, dnaBarcode }] } }];
  if (tube && tube.duplicateOfSampleId === null) {
    const args = { batchId, sampleId: tube.id, plateLocation: well };
    return [{ name: 'place-sample', args }, ...buildBarcodeCalls(tube.id, tube.dnaBarcode)];
  }
  if (!control) return [];
  // A removed control stays removed: the undo creates a new one.
  const { controlType, name, inventoryItemId } = control;
  const args = { batchId, controlId: ulid(), controlType, plateLocation: well, name, inventoryItemId };
  return [{ name: 'place-control', args }, ...buildBarcodeCalls(args.controlId, control.dnaBarcode)];
}

/** The held item that is about to go into a well. */
export type Picked =
  | { kind: 'tube'; row: Sample }
  | { kind: 'control'; controlType: ControlType }
  | { kind: 'duplicate'; of: Sample }
  | { kind: 'well'; well: string };

/** The data of the plate that placing needs. */
export interface PlacementContext {
  batchId: string;
  layout: Layout;
  selected: ReadonlySet<string>;
  names: ReadonlyMap<string, string>;
  /** The letter of this device for labels that it mints. */
  letter: string | null;
}

/** Name the held item. */
export function pickedName(picked: Picked, names: ReadonlyMap<string, string>, layout: Layout): string {
  switch (picked.kind) {
    case 'tube':
      return picked.row.barcode;
    case 'control':
      return CONTROL_TYPE_LABEL[picked.controlType].label;
    case 'duplicate':
      return `Duplicate of ${picked.of.barcode}`;
    case 'well':
      return names.get(layout.get(picked.well)?.id ?? '') ?? picked.well;
  }
}

/** List the wells to highlight after placing, so that they are easy to find. */
export const findHighlightedWells = (
  picked: Picked,
  well: string,
  selected: ReadonlySet<string>,
): ReadonlySet<string> =>
  picked.kind === 'well' ? movedSelection(selected, picked.well, well) : new Set([well]);

/** Build the change that puts the held item into a well. */
export function planPutDown(picked: Picked, well: string, plate: PlacementContext): PlateChange {
  const { batchId, layout, selected, names, letter } = plate;
  switch (picked.kind) {
    case 'well':
      return planMove(batchId, layout, selected, picked.well, well, names);
    case 'tube': {
      const from = picked.row.batchId === batchId ? picked.row.plateLocation : null;
      return from !== null && layout.has(well)
        ? planMove(batchId, layout, new Set(), from, well, names)
        : planPlacement(batchId, picked.row, well);
    }
    case 'control': {
      const controlId = ulid();
      const { controlType } = picked;
      return {
        title: `${CONTROL_TYPE_LABEL[controlType].label} is in ${well}`,
        well,
        operation: { name: 'place-control', args: { batchId, controlId, controlType, plateLocation: well } },
        undo: [{ name: 'remove-control', args: { batchId, controlId } }],
      };
    }
    case 'duplicate': {
      const duplicateId = ulid();
      const ids = { duplicateId, duplicateBarcodeId: ulid(), childSuffixLetter: letter };
      return {
        title: `Duplicate of ${picked.of.barcode} is in ${well}`,
        well,
        operation: {
          name: 'add-duplicate',
          args: { batchId, sampleId: picked.of.id, plateLocation: well, ...ids },
        },
        undo: [{ name: 'unplace-sample', args: { batchId, sampleId: duplicateId } }],
      };
    }
  }
}
