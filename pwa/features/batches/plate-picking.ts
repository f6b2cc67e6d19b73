import { ulid } from 'ulid';
import { CONTROL_TYPE_LABEL, type ControlType } from '#db/batches/control-type.ts';
import type { Layout } from '#db/batches/plate-layout.ts';
import type { Sample } from '#db/samples/sample.ts';
import { movedSelection, type PlateChange, planMove, planPlacement } from './plate-change.ts';

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
